//! The tree of a game, in the page and under all views.

use serde_json::json;

use crate::driver::on_page;

#[test]
fn any_sequence_of_operations_is_saved_loaded_and_undone() {
    on_page("#view=analyze", async |page| {
        let result = page.client.execute_async(include_str!("tree.js"), Vec::new()).await.unwrap();
        assert_eq!(result, json!("right"));
    });
}
