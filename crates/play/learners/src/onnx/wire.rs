//! Messages of Protocol Buffers, in which no length is believed.

#[derive(Clone, Copy)]
pub(super) struct Message<'a> {
    bytes: &'a [u8],
    /// Place of the first byte in the file.
    start: usize,
}

pub(super) struct Field<'a> {
    pub(super) number: u64,
    pub(super) value: FieldValue<'a>,
}

pub(super) enum FieldValue<'a> {
    Integer(u64),
    /// Number of 4 or 8 bytes.
    Fixed,
    /// Message, text or bytes.
    Bytes(Message<'a>),
}

impl<'a> Message<'a> {
    /// Message of all bytes of a file.
    pub(super) fn of_file(bytes: &'a [u8]) -> Message<'a> {
        Message { bytes, start: 0 }
    }

    pub(super) fn len(self) -> usize {
        self.bytes.len()
    }

    pub(super) fn start(self) -> usize {
        self.start
    }

    /// Text of these bytes.
    ///
    /// # Errors
    /// If the bytes are not UTF-8.
    pub(super) fn text(self) -> Result<&'a str, String> {
        std::str::from_utf8(self.bytes)
            .map_err(|_| format!("byte {}: expected a text in UTF-8", self.start))
    }

    /// Takes the first field; `None` at the end.
    ///
    /// # Errors
    /// If no field begins here, or it needs more bytes than are left.
    pub(super) fn next_field(&mut self) -> Result<Option<Field<'a>>, String> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let tag = self.integer()?;
        let value = match tag & 7 {
            0 => FieldValue::Integer(self.integer()?),
            1 => self.take(8).map(|_| FieldValue::Fixed)?,
            2 => {
                let length = self.integer()?;
                FieldValue::Bytes(self.take(length)?)
            }
            5 => self.take(4).map(|_| FieldValue::Fixed)?,
            kind => {
                return Err(format!(
                    "byte {}: expected a field of Protocol Buffers; found kind {kind}",
                    self.start
                ));
            }
        };
        Ok(Some(Field {
            number: tag >> 3,
            value,
        }))
    }

    fn take(&mut self, length: u64) -> Result<Message<'a>, String> {
        let taken = usize::try_from(length)
            .ok()
            .and_then(|length| self.bytes.split_at_checked(length));
        let Some((taken, left)) = taken else {
            return Err(format!(
                "byte {}: expected at most {} bytes; found {length}",
                self.start,
                self.bytes.len()
            ));
        };
        let message = Message {
            bytes: taken,
            start: self.start,
        };
        self.bytes = left;
        self.start += taken.len();
        Ok(message)
    }

    /// Takes an integer: seven bits a byte, lowest first, and a high bit in all bytes but the last.
    pub(super) fn integer(&mut self) -> Result<u64, String> {
        let unended = || {
            format!(
                "byte {}: expected an integer of at most 64 bits",
                self.start
            )
        };
        let mut value: u64 = 0;
        for (at, &byte) in self.bytes.iter().enumerate().take(10) {
            value |= u64::from(byte & 0x7f)
                .checked_shl(7 * at as u32)
                .unwrap_or_default();
            if byte < 0x80 {
                self.bytes = &self.bytes[at + 1..];
                self.start += at + 1;
                return Ok(value);
            }
        }
        Err(unended())
    }
}
