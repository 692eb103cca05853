//! SVG pictures of the demo products. They are our own, so the demo needs neither the marketplaces nor a network.

macro_rules! pictures {
    ($($name:literal)*) => {
        /// Returns the SVG of a picture by its name.
        pub(crate) fn drawing(name: &str) -> Option<&'static str> {
            match name {
                $($name => Some(include_str!(concat!("pictures/", $name, ".svg"))),)*
                _ => None,
            }
        }
    };
}

pictures! {
    "blocks" "bottle" "cup" "down-jacket" "filter" "hoodie" "jacket" "keyboard" "organizer" "phone-case" "robot-vacuum" "scarf"
    "sneaker-grey" "sneaker-panda" "sneaker-samba" "table"
}

#[cfg(test)]
mod tests {
    use super::super::catalog::PRODUCTS;

    #[test]
    fn every_product_has_a_picture() {
        for product in PRODUCTS {
            let drawing = super::drawing(product.picture).unwrap_or_default();
            assert!(
                drawing.starts_with("<svg ") && drawing.trim_end().ends_with("</svg>"),
                "{}",
                product.picture
            );
        }
    }
}
