//! Messages of the language server protocol: JSON-RPC with `Content-Length` headers.
//!
//! Read by hand: the usual crates deserialize message ids through an untagged enum, which does not work together with
//! the exact numbers (`arbitrary_precision`) that Truthsayer needs.

use std::io;
use std::io::BufRead;
use std::io::Write;

use serde_json::json;
use truthsayer_protocol::Data;

/// Maximum size of a message in bytes.
const LONGEST: usize = 64 << 20;
/// Maximum length of a header line.
const LONGEST_HEADER: u64 = 4096;

/// The JSON-RPC error for a message that is not JSON.
pub(super) const PARSE_ERROR: i64 = -32700;
pub(super) const INVALID_REQUEST: i64 = -32600;
pub(super) const METHOD_NOT_FOUND: i64 = -32601;
pub(super) const NOT_INITIALIZED: i64 = -32002;

/// A message from the editor.
#[derive(Debug)]
pub(super) enum Incoming {
    Request {
        id: Data,
        method: String,
        params: Data,
    },
    Notification {
        method: String,
        params: Data,
    },
    /// Not JSON, or not JSON-RPC. Responses of the editor are also of this kind, without an error.
    Malformed {
        code: Option<i64>,
    },
}

/// Reads one message. Returns `None` at the end of the input.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = content_length(input)? else { return Ok(None) };
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    Ok(Some(parse(&bytes)))
}

/// Reads the headers and returns the length of the message. Returns `None` at the end of the input.
fn content_length(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if io::Read::take(&mut *input, LONGEST_HEADER).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            return match length {
                Some(length) if length <= LONGEST => Ok(Some(length)),
                Some(length) => Err(io::Error::other(format!("a message of {length} bytes is too long"))),
                None => Err(io::Error::other("a message without `Content-Length`")),
            };
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok();
        }
    }
}

fn parse(bytes: &[u8]) -> Incoming {
    let Ok(mut message) = serde_json::from_slice::<Data>(bytes) else {
        return Incoming::Malformed { code: Some(PARSE_ERROR) };
    };
    let Some(method) = message["method"].as_str().map(str::to_owned) else {
        let is_response = message.get("result").is_some() || message.get("error").is_some();
        return Incoming::Malformed { code: (!is_response).then_some(INVALID_REQUEST) };
    };
    let params = message["params"].take();
    match message.get_mut("id").map(Data::take) {
        Some(id) => Incoming::Request { id, method, params },
        None => Incoming::Notification { method, params },
    }
}

/// Writes one message.
pub(super) fn write(output: &mut impl Write, message: &Data) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

pub(super) fn response(id: &Data, result: &Data) -> Data {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

pub(super) fn error(id: &Data, code: i64, message: &str) -> Data {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

pub(super) fn request(id: &str, method: &str, params: &Data) -> Data {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

pub(super) fn notification(method: &str, params: &Data) -> Data {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(text: &str) -> Vec<u8> {
        format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
    }

    #[test]
    fn requests_notifications_and_broken_messages_are_distinguished() {
        let read = |text: &str| super::read(&mut framed(text).as_slice()).expect("readable").expect("a message");
        assert!(matches!(read(r#"{"id":7,"method":"shutdown"}"#), Incoming::Request { id, .. } if id == json!(7)));
        assert!(matches!(read(r#"{"method":"exit"}"#), Incoming::Notification { method, .. } if method == "exit"));
        assert!(matches!(read("{"), Incoming::Malformed { code: Some(PARSE_ERROR) }));
        assert!(matches!(read(r#"{"id":1}"#), Incoming::Malformed { code: Some(INVALID_REQUEST) }));
        assert!(matches!(read(r#"{"id":1,"result":null}"#), Incoming::Malformed { code: None }));
    }

    #[test]
    fn bad_headers_are_errors_and_the_end_is_the_end() {
        assert!(super::read(&mut b"".as_slice()).expect("the end").is_none());
        assert!(super::read(&mut b"X: 1\r\n\r\n{}".as_slice()).is_err());
        assert!(super::read(&mut b"Content-Length: 99999999999\r\n\r\n".as_slice()).is_err());
        assert!(super::read(&mut b"Content-Length: 5\r\n\r\n{}".as_slice()).is_err());
    }

    #[test]
    fn a_written_message_is_read_back() {
        let mut bytes = Vec::new();
        write(&mut bytes, &notification("größe", &json!({"a": 1}))).expect("written");
        let read = super::read(&mut bytes.as_slice()).expect("readable").expect("a message");
        assert!(matches!(read, Incoming::Notification { method, .. } if method == "größe"));
    }
}
