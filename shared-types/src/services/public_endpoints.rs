//! Addresses of whoever holds an upload link: the token in the path is the credential.

use super::media::*;
use crate::{
    access::Access,
    endpoint::{Nothing, RawFile},
    id::MediaId,
};

crate::endpoints! {
    ShowPublicUploads, "show_public_uploads": Get "/su/{token}/list", Access::Public, 200;
    "What may be uploaded by the link, and what was.";
    path = (String,), query = Nothing, body = Nothing => PublicList;

    UploadPublicFile, "upload_public_file": Post "/su/{token}/file", Access::Public, 201;
    "Uploads one file whole, as the field `file` of multipart/form-data.";
    path = (String,), query = Nothing, body = RawFile => PublicMedia;

    StartPublicUpload, "start_public_upload": Post "/su/{token}/uploads", Access::Public, 201;
    "Begins an upload in chunks, which can go on after the line was cut.";
    path = (String,), query = Nothing, body = NewUpload => UploadState;

    ShowPublicUpload, "show_public_upload": Get "/su/{token}/uploads/{media}", Access::Public, 200;
    "How much of an upload came.";
    path = (String, MediaId), query = Nothing, body = Nothing => UploadState;

    ContinuePublicUpload, "continue_public_upload": Patch "/su/{token}/uploads/{media}", Access::Public, 200;
    "The next bytes of an upload, as application/octet-stream; `Upload-Offset` says where they begin.";
    path = (String, MediaId), query = Nothing, body = RawFile => UploadState;

    FinishPublicUpload, "finish_public_upload": Post "/su/{token}/uploads/{media}/finish", Access::Public, 200;
    "Checks what was uploaded and keeps it.";
    path = (String, MediaId), query = Nothing, body = Nothing => PublicMedia;

    SetPublicPoster, "set_public_poster": Post "/su/{token}/media/{media}/poster", Access::Public, 200;
    "Gives a video the picture it is shown by.";
    path = (String, MediaId), query = Nothing, body = RawFile => PublicMedia;

    RemovePublicMedia, "remove_public_media": Post "/su/{token}/media/{media}/delete", Access::Public, 204;
    "Removes what was uploaded by this link.";
    path = (String, MediaId), query = Nothing, body = Nothing => Nothing;

    FinishPublic, "finish_public": Post "/su/{token}/finish", Access::Public, 204;
    "Makes the link work no more.";
    path = (String,), query = Nothing, body = Nothing => Nothing;
}
