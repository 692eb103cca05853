//! Endpoints for the holders of upload links. The token in the path is the credential.

use super::media::*;
use crate::{
    access::Access,
    endpoint::{FileForm, Nothing, RawFile},
    id::MediaId,
};

crate::endpoints! {
    public_upload_endpoints:

    [Media]
    ShowPublicUploads, "show_public_uploads": Get "/su/{token}/list", Access::Public, 200;
    "Returns the limits and the uploaded files of an upload link.";
    path = (String,), query = Nothing, body = Nothing => PublicUploads;

    UploadPublicFile, "upload_public_file": Post "/su/{token}/file", Access::Public, 201;
    "Uploads a complete file.";
    path = (String,), query = Nothing, body = FileForm => PublicMedia;

    StartPublicUpload, "start_public_upload": Post "/su/{token}/uploads", Access::Public, 201;
    "Starts an upload in chunks, which can be resumed after an interruption.";
    path = (String,), query = Nothing, body = NewUpload => UploadState;

    ShowPublicUpload, "show_public_upload": Get "/su/{token}/uploads/{media}", Access::Public, 200;
    "Returns the progress of an upload.";
    path = (String, MediaId), query = Nothing, body = Nothing => UploadState;

    ContinuePublicUpload, "continue_public_upload": Patch "/su/{token}/uploads/{media}", Access::Public, 200;
    "Uploads the next bytes as application/octet-stream. `Upload-Offset` contains their position.";
    path = (String, MediaId), query = Nothing, body = RawFile => UploadState;

    FinishPublicUpload, "finish_public_upload": Post "/su/{token}/uploads/{media}/finish", Access::Public, 200;
    "Verifies an upload and stores the file.";
    path = (String, MediaId), query = Nothing, body = Nothing => PublicMedia;

    SetPublicPoster, "set_public_poster": Post "/su/{token}/media/{media}/poster", Access::Public, 200;
    "Sets the poster of a video.";
    path = (String, MediaId), query = Nothing, body = RawFile => PublicMedia;

    RemovePublicMedia, "remove_public_media": Post "/su/{token}/media/{media}/delete", Access::Public, 204;
    "Deletes a file uploaded with this link.";
    path = (String, MediaId), query = Nothing, body = Nothing => Nothing;

    FinishPublicUploads, "finish_public_uploads": Post "/su/{token}/finish", Access::Public, 204;
    "Closes the upload link.";
    path = (String,), query = Nothing, body = Nothing => Nothing;
}
