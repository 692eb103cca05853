//! Lists that are read completely, block by block, so that a long list takes no more memory than a short one.

use crate::page::PageWindow;
use futures::{Stream, stream};
use shared_types::{fields::FieldErrors, page::Page};

/// Why a list was not read to its end.
#[derive(Debug, thiserror::Error)]
pub enum BlockError<E> {
    /// A block can't be read.
    #[error(transparent)]
    Read(E),
    /// The list returned a cursor that can't be read.
    #[error("the list returned an invalid cursor")]
    Cursor(FieldErrors),
}

/// Reads a list from its first block to its last.
pub(crate) fn read_blocks<T, E, F>(
    first: PageWindow,
    page: impl Fn(PageWindow) -> F,
) -> impl Stream<Item = Result<Page<T>, BlockError<E>>>
where
    F: Future<Output = Result<Page<T>, E>>,
{
    stream::try_unfold(Some(first), move |next| {
        let reading = next.map(|window| (window, page(window)));
        async move {
            let Some((window, reading)) = reading else {
                return Ok(None);
            };
            let block = reading.await.map_err(BlockError::Read)?;
            let next = block.next_cursor.as_deref().map(|cursor| window.block_after(cursor));
            let next = next.transpose().map_err(BlockError::Cursor)?;
            Ok(Some((block, next)))
        }
    })
}
