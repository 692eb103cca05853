//! Where pictures and videos are stored.

/// The variables that configure an S3 store, under their usual names.
const S3_VARIABLES: [&str; 7] = [
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_REGION",
    "AWS_ENDPOINT",
    "AWS_ALLOW_HTTP",
    "AWS_VIRTUAL_HOSTED_STYLE_REQUEST",
];

/// The address of the store, and its options.
pub(super) fn from_variables(
    variable: &impl Fn(&str) -> Option<String>,
    errors: &mut Vec<String>,
) -> (String, Vec<(String, String)>) {
    let value = |name: &str| variable(name).filter(|value| !value.is_empty());
    let url = value("MEDIA_URL").unwrap_or_else(|| "data/media".to_owned());
    if url.contains("://") && !["s3://", "file://"].iter().any(|scheme| url.starts_with(scheme)) {
        errors.push("MEDIA_URL must be a folder, or start with s3://".to_owned());
    }
    let options = S3_VARIABLES.map(|name| Some((name.to_owned(), value(name)?)));
    (url, options.into_iter().flatten().collect())
}
