//! Pictures of goods with public addresses that can't be guessed, as the pictures of shops have. They are re-encoded when they are
//! shown for the first time: a sheet has hundreds of them.

use super::{Area, MediaError, check_photo, store_photo};
use bytes::Bytes;
use platform::storage::{Storage, StorageError};

const SOURCE: &str = "source.bin";
/// The file that is served.
const SHOWN: &str = "view.jpg";

/// Stores a picture as it was sent, to be re-encoded when it is shown. The path has a client, a folder and a name.
pub async fn store_source(storage: &Storage, path: &str, bytes: Bytes) -> Result<(), MediaError> {
    check_photo(&bytes)?;
    Ok(storage.put(&format!("{path}/{SOURCE}"), bytes).await?)
}

/// The address of a stored picture, below the address of the service.
pub fn picture_address(public_url: &str, path: &str) -> String {
    let name = path.split_once('/').map_or(path, |(_, name)| name);
    format!("{public_url}/goods-pictures/{}.jpg", name.replace('/', "-"))
}

/// The path of the picture with the name of an address: client, folder and picture.
fn path_of(name: &str) -> Option<String> {
    let parts: Vec<&str> = name.strip_suffix(".jpg")?.split('-').collect();
    let is_part = |part: &&str| !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_alphanumeric());
    let is_path = parts.len() == 3 && parts.iter().all(is_part);
    is_path.then(|| format!("{}/{}", Area::Pictures.as_str(), parts.join("/")))
}

/// The bytes of a picture as JPEG, by the name of its address. `None` without such a picture, and if it can't be read.
pub(super) async fn load(storage: &Storage, name: &str) -> Result<Option<Bytes>, MediaError> {
    let Some(path) = path_of(name) else { return Ok(None) };
    if let Some(shown) = read(storage, &format!("{path}/{SHOWN}")).await? {
        return Ok(Some(shown));
    }
    let source = format!("{path}/{SOURCE}");
    if let Some(bytes) = read(storage, &source).await? {
        match store_photo(storage, path.clone(), bytes).await {
            Err(error) if error.is_temporary() => return Err(error),
            _ => storage.remove(&source).await?,
        }
    }
    // Another request may have re-encoded it meanwhile.
    read(storage, &format!("{path}/{SHOWN}")).await
}

async fn read(storage: &Storage, path: &str) -> Result<Option<Bytes>, MediaError> {
    match storage.read(path).await {
        Ok(bytes) => Ok(Some(bytes)),
        Err(StorageError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_the_path_of_a_picture_only() {
        let address = picture_address("https://karavan.example", "pictures/7/ab/cd");
        assert_eq!(address, "https://karavan.example/goods-pictures/7-ab-cd.jpg");
        assert_eq!(path_of("7-ab-cd.jpg").as_deref(), Some("pictures/7/ab/cd"));
        for name in [
            "7-ab.jpg",
            "7-ab-cd",
            "7-ab-cd-source.jpg",
            "7-..-cd.jpg",
            "7--cd.jpg",
            "7-a/b-cd.jpg",
        ] {
            assert_eq!(path_of(name), None, "{name}");
        }
    }
}
