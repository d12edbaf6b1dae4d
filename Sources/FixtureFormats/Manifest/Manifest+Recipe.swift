import ListFixtures

extension Manifest {
  /// The recipe of a generated dataset, which its parameters are: no file is needed, also where the
  /// recipe is the user's own.
  ///
  /// - Throws: `mismatch` when they are no recipe, or another one than the manifest names.
  func generatedFrom() throws(FormatError) -> Recipe {
    let recipe: Recipe
    do throws(FixtureError) {
      recipe = try Recipe(parameters)
    } catch {
      throw FormatError(
        .mismatch, "'parameters' are no recipe: \(error.message)", file: Self.fileName)
    }
    guard recipe.name == self.recipe else {
      throw FormatError(
        .mismatch, "'recipe' is '\(self.recipe)', but 'parameters' are those of '\(recipe.name)'",
        file: Self.fileName)
    }
    return recipe
  }
}
