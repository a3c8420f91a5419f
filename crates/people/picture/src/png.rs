//! Pictures as PNG.

use std::sync::Arc;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// Reason why a picture cannot be converted to PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The text is no SVG document.
    #[error("expected an SVG document: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture has no pixels, or too many.
    #[error("expected a picture of 1 to 16384 pixels a side")]
    Size,
    /// The memory does not suffice.
    #[error("out of memory")]
    Memory,
    /// The encoder of PNG fails, for this reason.
    #[error("cannot write PNG: {0}")]
    Encoding(String),
}

/// Family of the embedded font.
const FONT: &str = "Noto Sans";
/// Maximum number of pixels a side.
const MAX_SIDE: f64 = 16384.0;

/// Converts a picture in SVG to PNG, with `scale` pixels for a unit of the picture. The picture
/// must be drawn in another theme than [`Theme::Auto`](crate::Theme::Auto); this is not checked.
/// The font is built in, so the result is the same on all machines.
///
/// # Errors
/// When the text is no SVG document, the picture has no pixels or too many, or the memory does not
/// suffice.
pub fn png(svg: &str, scale: f64) -> Result<Vec<u8>, PngError> {
    let pixels = drawn(svg, scale, Color::TRANSPARENT)?;
    pixels
        .encode_png()
        .map_err(|error| PngError::Encoding(error.to_string()))
}

/// Pixels of a picture: red, green and blue, row by row from the top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// Number of pixels from left to right.
    pub width: usize,
    /// Number of pixels from top to bottom.
    pub height: usize,
    /// Red, green and blue of all pixels, row by row.
    pub rgb: Vec<u8>,
}

/// Converts a picture in SVG to pixels on white ground, with `scale` pixels for a unit of the
/// picture, as [`png()`] does.
///
/// # Errors
/// As [`png()`].
pub fn pixels(svg: &str, scale: f64) -> Result<Pixels, PngError> {
    let drawn = drawn(svg, scale, Color::WHITE)?;
    // Nothing shines through white ground.
    let rgb = drawn
        .pixels()
        .iter()
        .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .collect();
    Ok(Pixels {
        width: drawn.width() as usize,
        height: drawn.height() as usize,
        rgb,
    })
}

/// Picture of an animation, and the time for which it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnimationFrame {
    /// SVG document, as this crate draws it in a theme that is not
    /// [`Theme::Auto`](crate::Theme::Auto).
    pub svg: String,
    /// Time for which the picture is shown, in milliseconds.
    pub milliseconds: u16,
}

/// Converts pictures in SVG to an animated PNG (APNG), with `scale` pixels for a unit of the
/// pictures. The animation begins again after the last picture. It has the size of the first
/// picture; larger ones are cut, and smaller ones lie on white ground.
///
/// # Errors
/// As [`png()`], and when there is no picture.
pub fn animation(frames: &[AnimationFrame], scale: f64) -> Result<Vec<u8>, PngError> {
    let mut frames = frames.iter();
    let first = frames.next().ok_or(PngError::Size)?;
    let mut shown = pixels(&first.svg, scale)?;
    let failed = |error: png::EncodingError| PngError::Encoding(error.to_string());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, shown.width as u32, shown.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder
        .set_animated(frames.len() as u32 + 1, 0)
        .map_err(failed)?;
    encoder
        .set_frame_delay(first.milliseconds, 1000)
        .map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&shown.rgb).map_err(failed)?;
    for frame in frames {
        let next = pixels(&frame.svg, scale)?.in_size_of(&shown);
        let part = next.changed_since(&shown);
        writer
            .set_frame_delay(frame.milliseconds, 1000)
            .map_err(failed)?;
        // The position is checked against the size of the frame before it.
        writer.set_frame_position(0, 0).map_err(failed)?;
        writer
            .set_frame_dimension(part.width as u32, part.height as u32)
            .map_err(failed)?;
        writer
            .set_frame_position(part.left as u32, part.top as u32)
            .map_err(failed)?;
        writer.write_image_data(&next.part(part)).map_err(failed)?;
        shown = next;
    }
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// Part of a picture, in pixels.
#[derive(Clone, Copy)]
struct PixelPart {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// Bytes of a pixel: red, green and blue.
const CHANNELS: usize = 3;

impl Pixels {
    fn pixel(&self, x: usize, y: usize) -> Option<&[u8]> {
        let start = CHANNELS * (y * self.width + x);
        (x < self.width && y < self.height).then(|| &self.rgb[start..start + CHANNELS])
    }

    /// Cuts the picture to the size of another one, or lays it on white ground of that size.
    fn in_size_of(self, other: &Pixels) -> Pixels {
        if (self.width, self.height) == (other.width, other.height) {
            return self;
        }
        let places = (0..other.height).flat_map(|y| (0..other.width).map(move |x| (x, y)));
        let rgb = places
            .flat_map(|(x, y)| self.pixel(x, y).unwrap_or(&[255; CHANNELS]).to_vec())
            .collect();
        Pixels {
            width: other.width,
            height: other.height,
            rgb,
        }
    }

    /// Smallest part that holds all pixels that differ from those of a picture of the same size; at
    /// least one pixel.
    fn changed_since(&self, before: &Pixels) -> PixelPart {
        let mut part: Option<[usize; 4]> = None;
        for y in 0..self.height {
            for x in (0..self.width).filter(|&x| self.pixel(x, y) != before.pixel(x, y)) {
                let [left, top, right, bottom] = part.unwrap_or([x, y, x, y]);
                part = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
            }
        }
        let [left, top, right, bottom] = part.unwrap_or_default();
        PixelPart {
            left,
            top,
            width: right - left + 1,
            height: bottom - top + 1,
        }
    }

    fn part(
        &self,
        PixelPart {
            left,
            top,
            width,
            height,
        }: PixelPart,
    ) -> Vec<u8> {
        let row = |y: usize| {
            let start = CHANNELS * (y * self.width + left);
            &self.rgb[start..start + CHANNELS * width]
        };
        (top..top + height).flat_map(row).copied().collect()
    }
}

/// Memory of fonts, of a picture in parts, and of the encoder, in bytes.
const WORK: usize = 24 << 20;

/// Checks that this number of bytes can be had: the libraries below end the program where they get
/// none.
fn check_memory(bytes: usize) -> Result<(), PngError> {
    Vec::<u8>::new()
        .try_reserve_exact(bytes)
        .map_err(|_| PngError::Memory)
}

/// Draws a picture on ground of this colour.
fn drawn(svg: &str, scale: f64, ground: Color) -> Result<Pixmap, PngError> {
    check_memory(WORK)?;
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(notosans::REGULAR_TTF.to_vec());
    fonts.load_font_data(notosans::BOLD_TTF.to_vec());
    fonts.set_sans_serif_family(FONT);
    let options = Options {
        font_family: FONT.to_owned(),
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size();
    let [width, height] =
        [size.width(), size.height()].map(|side| (f64::from(side) * scale).ceil());
    if !(1.0..=MAX_SIDE).contains(&width) || !(1.0..=MAX_SIDE).contains(&height) {
        return Err(PngError::Size);
    }
    // Four bytes a pixel: the picture, a layer of it, and what is encoded.
    check_memory(3 * 4 * width as usize * height as usize + WORK)?;
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or(PngError::Size)?;
    pixels.fill(ground);
    resvg::render(
        &tree,
        Transform::from_scale(scale as f32, scale as f32),
        &mut pixels.as_mut(),
    );
    Ok(pixels)
}
