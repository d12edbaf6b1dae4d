extension ScriptTraits {
  /// What a recipe says of its rows besides their text.
  init(_ recipe: Recipe) {
    self.init(
      hiddenPermille: recipe.rows.hiddenPermille, hiddenRun: recipe.rows.hiddenRun,
      nullKeyPermille: recipe.keys.nullPermille, identity: recipe.ids)
  }
}
