extension RowFunction {
  /// The Kotlin source around the constants; for Kotlin 1.3 and later.
  static let kotlin = #"""
    // The row function of Longlist's `timeline`: any row from its number, in integers alone.
    // Made by `fixtures rowfunction --language kotlin`; tests compare it with the generator.

    @CONSTANTS@

    /** Inserts are born from this number on, items of the snapshot from 0 in slot order. */
    const val FIRST_INSERT = 1L shl 62
    private const val MASK63 = Long.MAX_VALUE
    private const val BASE83 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#\$%*+,-.:;=?@[]^_{|}~"

    private fun mix(word: Long): Long {
      var mixed = word
      mixed = (mixed xor (mixed ushr 30)) * -0x40A7B892E31B1A47L
      mixed = (mixed xor (mixed ushr 27)) * -0x6B2FB644ECCEEE15L
      return mixed xor (mixed ushr 31)
    }

    private fun word(key: Long, index: Long): Long = mix(key + index * -0x61C8864680B583EBL)

    /** The high half of the product of 64 bits and a bound of at most 31. */
    private fun bounded(drawn: Long, bound: Int): Int {
      val low = (drawn and 0xFFFFFFFFL) * bound
      return (((drawn ushr 32) * bound + (low ushr 32)) ushr 32).toInt()
    }

    private fun scaled(drawn: Long, bound: Int): Int = ((drawn and 0xFFFFL) * bound ushr 16).toInt()

    /** Some low bits of a drawn word, from a bit on. */
    private fun bits(drawn: Long, from: Int, count: Int): Int =
      ((drawn ushr from) and ((1L shl count) - 1)).toInt()

    private fun contains(ranges: List<Int>, scalar: Int): Boolean {
      for (i in 0 until ranges.size step 2) {
        if (scalar <= ranges[i + 1]) return scalar >= ranges[i]
      }
      return false
    }

    /** How many cells of a line a paragraph takes. */
    private fun cells(text: String): Int {
      var count = 0
      var previous = 0
      for (scalar in text.codePoints().toArray()) {
        if (previous != 0x200D && !contains(ZERO_CELLS, scalar)) {
          count += if (contains(TWO_CELLS, scalar)) 2 else 1
        }
        previous = scalar
      }
      return count
    }

    private fun lines(text: String, cellsPerLine: Int): Int =
      text.split("\n").map { maxOf(1, (cells(it) + cellsPerLine - 1) / cellsPerLine) }.sum()

    private fun escaped(text: String): String = text.replace("\n", "\\n").replace("\"", "\\\"")

    /** A text and how many bytes it has in JSON. */
    private class Piece(val text: String) {
      val size = escaped(text).toByteArray(Charsets.UTF_8).size
    }

    private fun capitalised(text: String): String = when (val first = text.codePointAt(0)) {
      in 0x61..0x7A, in 0x430..0x44F -> (first - 32).toChar() + text.substring(1)
      in 0x450..0x45F -> (first - 80).toChar() + text.substring(1)
      else -> text
    }

    /** 512 choices: frequent words stand more often, the last 32 are mixed in. */
    private fun drawnWords(words: List<String>, mixed: List<String>): List<String> {
      val weights = words.indices.map { 65536 / (it + 8) }
      val choices = ArrayList<String>()
      var passed = 0
      for ((i, text) in words.withIndex()) {
        passed += weights[i]
        while (choices.size < passed * 480 / weights.sum()) choices.add(text)
      }
      while (choices.size < 512) choices.add(mixed[(choices.size - 480) % mixed.size])
      return choices
    }

    private class Kind(number: Int) {
      val space = KIND_SPACES[number]
      private val behind = " ".repeat(space)
      private val drawn = drawnWords(KIND_WORDS[number].split(" "), KIND_MIXED[number].split(" "))
      private val ends = KIND_ENDINGS[number].split("|")
      val words = drawn.map { Piece(it + behind) }
      val capitals = drawn.map { Piece(capitalised(it) + behind) }
      val endings = listOf(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 5).map {
        Piece(ends[it] + (if (it == 4) "" else behind))
      }
    }

    private val KINDS = KIND_WORDS.indices.map { Kind(it) }
    private val KIND_OF_THOUSAND = KIND_PERMILLE.withIndex().flatMap { (n, permille) ->
      List(permille) { n }
    }

    /** Bit i of a pattern: slot i of eight has the key of slot i - 1. */
    private val PATTERNS: List<Int> = run {
      val lengths = listOf(2, 2, 3, 2, 4, 2, 3, 5, 2, 2, 3, 6, 2, 4, 2, 8)
      var rest = 512 * (TIE_PERMILLE - LONG_TIE_PERMILLE) / maxOf(1, 1000 - LONG_TIE_PERMILLE)
      val patterns = MutableList(64) { 0 }
      for (index in 0 until 64) {
        if (rest < 2) break
        val length = minOf(lengths[index % 16], rest)
        patterns[index * 37 % 64] = ((1 shl (length - 1)) - 1) shl (index * 3 % (9 - length) + 1)
        rest -= length
      }
      patterns
    }

    /** A list of some items made from a seed, newest first. */
    class Timeline(seed: Long, private val items: Long) {
      private val root = RECIPE.toByteArray().fold(mix(seed - 0x61C8864680B583EBL)) { hash, byte ->
        mix(hash xor byte.toLong())
      }
      private val keys = STREAM_NAMES.zip(STREAM_NUMBERS.map { word(root, it.toLong()) }).toMap()
      private val before = word(key("identity"), 1) and MASK63
      private val after = word(key("identity"), 2) and MASK63

      private fun key(name: String): Long = keys.getValue(name)

      /** The snapshot's row at a rank, without a line end. */
      fun item(rank: Long): String {
        val (birth, sortKey) = entry(rank)
        return row(birth, 1, sortKey, 1)
      }

      /** The birth number and the sort key of the snapshot's item at a rank. */
      fun entry(rank: Long): Pair<Long, Long> {
        val run = tied(rank)
        val births = run.sortedByDescending { id(it) }
        val jitter = bounded(word(key("itemClock"), run.first), ITEM_GAP)
        return Pair(births[(rank - run.first).toInt()], START - (run.first + 1) * ITEM_GAP + jitter)
      }

      /** The slots whose keys are equal to that of a slot. */
      private fun tied(slot: Long): LongRange {
        val drawn = word(key("ties"), slot shr 6)
        if (bits(drawn, 48, 16) < LONG_TIE_PERMILLE * 65536 / 1000) {
          return (slot and 63L.inv())..minOf(slot or 63, items - 1)
        }
        val pattern = PATTERNS[bits(drawn, (slot shr 3 and 7).toInt() * 6, 6)]
        var start = slot
        var end = slot + 1
        while (pattern shr (start and 7).toInt() and 1 == 1) start -= 1
        while (end and 7 != 0L && pattern shr (end and 7).toInt() and 1 == 1) end += 1
        return start..minOf(end, items) - 1
      }

      fun id(birth: Long): Long {
        var value = birth xor before
        value = (value xor (value ushr 32)) * 0x1C69B3F74AC4AE35L and MASK63
        value = (value xor (value ushr 32)) * 0x5851F42D4C957F2DL and MASK63
        return value xor (value ushr 32) xor after
      }

      private fun parent(birth: Long): String {
        val drawn = word(key("parent"), birth)
        if (bounded(drawn, 1000) >= REPLY_PERMILLE) return "null"
        val distance = 1L + (bits(drawn, 0, 10) shr bits(drawn, 10, 3))
        val number = birth - FIRST_INSERT
        return when {
          number < 0 -> "\"${id(birth + distance)}\""
          number >= distance -> "\"${id(birth - distance)}\""
          else -> "\"${id(distance - number - 1)}\""
        }
      }

      private fun title(kind: Kind, birth: Long, edition: Int): String {
        val stream = word(key("title"), birth) + mix(edition.toLong())
        var drawn = word(stream, 0)
        val count = TITLE_LEAST + scaled(drawn, TITLE_CHOICES)
        val text = StringBuilder(kind.capitals[bits(drawn, 16, 9)].text)
        drawn = drawn ushr 25
        var left = 4
        for (index in 1 until count) {
          if (left == 0) {
            drawn = word(stream, index.toLong())
            left = 7
          }
          text.append(kind.words[bits(drawn, 0, 9)].text)
          drawn = drawn ushr 9
          left -= 1
        }
        return text.dropLast(kind.space).toString()
      }

      private fun body(kind: Kind, birth: Long, edition: Int): String {
        val stream = word(key("body"), birth) + mix(edition.toLong())
        var index = 0L
        var drawn = word(stream, index++)
        val target = BODY_BYTES[bits(drawn, 0, 6)]
        drawn = drawn ushr 6
        val text = StringBuilder()
        var size = 0
        while (size < target) {
          val ending = kind.endings[bits(drawn, 3, 4)]
          val first = kind.capitals[bits(drawn, 7, 9)]
          text.append(first.text)
          size += first.size
          var inSentence = 2 + bits(drawn, 0, 3)
          drawn = drawn ushr 16
          var left = 4
          while (inSentence > 0 && size < target) {
            if (left == 0) {
              drawn = word(stream, index++)
              left = 7
            }
            val chosen = kind.words[bits(drawn, 0, 9)]
            text.append(chosen.text)
            size += chosen.size
            drawn = drawn ushr 9
            left -= 1
            inSentence -= 1
          }
          text.setLength(text.length - kind.space)
          text.append(ending.text)
          size += ending.size - kind.space
          drawn = word(stream, index++)
        }
        return if (text.last() == ' ' || text.last() == '\n') text.dropLast(1).toString() else "$text"
      }

      /** The image's JSON and its heights at both widths; null and zeros in most rows. */
      private fun image(birth: Long): Pair<String, List<Int>> {
        val drawn = word(key("image"), birth)
        if (bounded(drawn, 1000) >= IMAGE_PERMILLE) return Pair("null", listOf(0, 0))
        val (width, height) = IMAGE_SIZES.drop(2 * bits(drawn, 0, 4))
        val color = bits(drawn, 8, 24)
        val pairs = mutableListOf(21 * 83 + bounded(drawn shl 32, 83), color / 6889, color % 6889)
        for ((group, count) in listOf(4, 4, 3).withIndex()) {
          val parts = word(drawn, group.toLong())
          for (i in 0 until count) pairs.add(scaled(parts ushr (16 * i), 6859))
        }
        val blur = pairs.joinToString("") { "${BASE83[it / 83]}${BASE83[it % 83]}" }
        val hex = color.toString(16).padStart(6, '0')
        return Pair(
          "{\"width\":$width,\"height\":$height,\"color\":\"#$hex\",\"blurHash\":\"$blur\"}",
          listOf(343, 640).map { minOf(480 * 64, it * 64 * height / width) })
      }

      /**
       * Any row. The edition counts how often the content was written, from 1; a move raises the
       * version alone.
       */
      fun row(birth: Long, edition: Int, sortKey: Long, version: Int): String {
        var drawn = word(key("author"), birth)
        val own = bounded(drawn shl 32, 1000) < OWN_PERMILLE
        val number = minOf(scaled(drawn ushr 32, AUTHORS), scaled(drawn ushr 48, AUTHORS))
        val name = word(key("author").inv(), if (own) 0L else number + 1L)
        val author = "${FIRST_NAMES[bits(name, 0, 6)]} ${LAST_NAMES[bits(name, 6, 6)]}"
        val drawnStatus = bounded(word(key("status"), birth), STATUSES.size - 1)
        val status = if (edition > 1) STATUSES.last() else STATUSES[drawnStatus]
        val kind = KINDS[KIND_OF_THOUSAND[bounded(word(key("textKind"), birth), 1000)]]
        val title = title(kind, birth, edition)
        val body = body(kind, birth, edition)
        drawn = word(key("counts"), birth)
        val replies = (bits(drawn, 0, 12) shr (4 + bits(drawn, 12, 3))) + edition - 1
        val shift = 4 + bits(drawn, 32, 3) + bits(drawn, 35, 2)
        val reactions = (bits(drawn, 16, 16) shr shift) + 3 * (edition - 1)
        val (image, imageHeights) = image(birth)
        val (compact, regular) = listOf(40, 84).mapIndexed { i, width ->
          (48 + 20 * (lines(title, width) + lines(body, width))) * 64 + imageHeights[i]
        }
        val error = bounded(word(key("estimate"), birth), 2 * ESTIMATE_ERROR + 1)
        val estimate = compact * (100 - ESTIMATE_ERROR + error) / 100
        return "{\"id\":\"${id(birth)}\",\"key\":$sortKey,\"version\":$version," +
          "\"author\":\"$author\",\"own\":$own,\"status\":\"$status\",\"hidden\":false," +
          "\"parent\":${parent(birth)},\"title\":\"${escaped(title)}\"," +
          "\"body\":\"${escaped(body)}\"," +
          "\"counts\":{\"replies\":$replies,\"reactions\":$reactions},\"image\":$image," +
          "\"heights\":{\"compact\":$compact,\"regular\":$regular},\"estimate\":$estimate}"
      }
    }

    """#
}
