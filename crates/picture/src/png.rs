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
    /// The encoder of PNG fails, for this reason.
    #[error("cannot write PNG: {0}")]
    Encoding(String),
}

/// Family of the embedded font.
const FONT: &str = "Noto Sans";
/// Maximum number of pixels a side.
const MAX_SIDE: f64 = 16384.0;

/// Converts a picture in SVG to PNG, with `scale` pixels for a unit of the picture. Its theme must not be
/// [`Theme::Auto`](crate::Theme::Auto), which is not checked. The font is built in, so the result is the same on all
/// machines.
///
/// # Errors
/// When the text is no SVG document, or the picture has no pixels or too many.
pub fn png(svg: &str, scale: f64) -> Result<Vec<u8>, PngError> {
    let pixels = drawn(svg, scale, Color::TRANSPARENT)?;
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

/// Pixels of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// Number of pixels from left to right.
    pub width: usize,
    /// Number of pixels from top to bottom.
    pub height: usize,
    /// Red, green and blue of all pixels, row by row.
    pub rgb: Vec<u8>,
}

/// Converts a picture in SVG to pixels on white ground, with `scale` pixels for a unit of the picture, as [`png`] does.
///
/// # Errors
/// As [`png`].
pub fn pixels(svg: &str, scale: f64) -> Result<Pixels, PngError> {
    let drawn = drawn(svg, scale, Color::WHITE)?;
    // Nothing shines through white ground.
    let rgb = drawn.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    Ok(Pixels { width: drawn.width() as usize, height: drawn.height() as usize, rgb })
}

/// Draws a picture on ground of this colour.
fn drawn(svg: &str, scale: f64, ground: Color) -> Result<Pixmap, PngError> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(notosans::REGULAR_TTF.to_vec());
    fonts.load_font_data(notosans::BOLD_TTF.to_vec());
    fonts.set_sans_serif_family(FONT);
    let options = Options { font_family: FONT.to_owned(), fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size();
    let [width, height] = [size.width(), size.height()].map(|side| (f64::from(side) * scale).ceil());
    if !(1.0..=MAX_SIDE).contains(&width) || !(1.0..=MAX_SIDE).contains(&height) {
        return Err(PngError::Size);
    }
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or(PngError::Size)?;
    pixels.fill(ground);
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixels.as_mut());
    Ok(pixels)
}
