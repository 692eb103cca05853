//! Lists as JSON Lines: one object per line, written as the rows are read.

use super::Failure;
use crate::{blocks::read_blocks, page::PageWindow};
use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use futures::{StreamExt, TryStreamExt, stream};
use serde::Serialize;
use shared_types::page::Page;
use std::io;

/// The bytes that are allocated for a row at first.
const ROW_CAPACITY: usize = 512;

/// Writes the rows of a list, from its first block to its last. The first block is read before the response begins, so a refusal is
/// a problem; a failure after that breaks the connection off, and the receiver sees that the list is not complete.
pub async fn json_lines<T, E, F>(
    first: PageWindow,
    page: impl Fn(PageWindow) -> F + Send + 'static,
) -> Result<Response, Failure>
where
    T: Serialize + Send + 'static,
    E: Into<Failure> + Send + 'static,
    F: Future<Output = Result<Page<T>, E>> + Send + 'static,
{
    let mut blocks = Box::pin(read_blocks(first, page).map_err(Failure::from));
    let head = blocks.try_next().await?;
    let lines = stream::iter(head.map(Ok)).chain(blocks).map(|block| {
        let lines = block.and_then(|block| to_lines(&block.data).map_err(Failure::internal));
        // The cause was logged where it became a failure.
        lines.map_err(|_| io::Error::other("the list could not be read to its end"))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
        (header::VARY, "Accept"),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
}

fn to_lines(rows: &[impl Serialize]) -> Result<Bytes, serde_json::Error> {
    let mut lines = Vec::with_capacity(rows.len() * ROW_CAPACITY);
    for row in rows {
        serde_json::to_writer(&mut lines, row)?;
        lines.push(b'\n');
    }
    Ok(lines.into())
}
