/** What other rooms of the package need of this one and the public does not get. */
export { findSelectionFault, onlySelected, type Selection, type SelectionFault } from "./selection.js";
