/// The word among `candidates` that differs least from `word`, if it is near enough to be meant.
///
/// Near is an edit distance (insertions, deletions, substitutions, swaps of neighbours) of at most a
/// third of the longer word, at least 2, with something left that is the same; case does not count.
///
/// - Complexity: O(candidates × length²).
package func nearest(to word: String, in candidates: [String]) -> String? {
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(word.lowercased(), candidate.lowercased())
    let length = max(word.count, candidate.count)
    let limit = min(max(2, length / 3), length - 1)
    if distance <= limit, distance < best?.distance ?? .max {
      best = (candidate, distance)
    }
  }
  return best?.candidate
}

/// The optimal string alignment distance of two words.
///
/// Source: Damerau (1964), restricted to swaps of neighbours that are edited once.
private func editDistance(_ first: String, _ second: String) -> Int {
  let left = Array(first.unicodeScalars.prefix(64))
  let right = Array(second.unicodeScalars.prefix(64))
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1] + last.dropFirst()
    for column in 0..<right.count {
      let substitution = last[column] + (left[row] == right[column] ? 0 : 1)
      var least = min(substitution, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        least = min(least, beforeLast[column - 1] + 1)
      }
      current[column + 1] = least
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
