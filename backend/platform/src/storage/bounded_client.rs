//! The HTTP client of an S3 store. Everything except a file that is read has a largest size: the library collects it in memory.

use async_trait::async_trait;
use http::{Method, StatusCode};
use http_body_util::{BodyExt, Limited};
use object_store::{
    ClientOptions, Result,
    client::{
        HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody, HttpService,
        ReqwestConnector,
    },
};

/// The largest answer that is not a file, in bytes. A list of a thousand files has a tenth of it.
const MAX_ANSWER: usize = 8 << 20;

/// Connects with bounded answers.
#[derive(Debug)]
pub(super) struct BoundedConnector;

impl HttpConnector for BoundedConnector {
    fn connect(&self, options: &ClientOptions) -> Result<HttpClient> {
        let client = ReqwestConnector::default().connect(options)?;
        Ok(HttpClient::new(BoundedClient(client)))
    }
}

#[derive(Debug)]
struct BoundedClient(HttpClient);

#[async_trait]
impl HttpService for BoundedClient {
    async fn call(&self, request: HttpRequest) -> std::result::Result<HttpResponse, HttpError> {
        let is_list = request.uri().query().is_some_and(|query| query.contains("list-type"));
        let may_be_file = request.method() == Method::GET && !is_list;
        let response = self.0.execute(request).await?;
        let is_found = matches!(response.status(), StatusCode::OK | StatusCode::PARTIAL_CONTENT);
        if may_be_file && is_found {
            return Ok(response);
        }
        Ok(response.map(|body| {
            let limited = Limited::new(body, MAX_ANSWER);
            HttpResponseBody::new(limited.map_err(|error| HttpError::new_boxed(HttpErrorKind::Decode, error)))
        }))
    }
}
