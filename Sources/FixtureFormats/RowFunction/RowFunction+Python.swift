extension RowFunction {
  /// The Python source around the constants.
  static let python = #"""
    """The row function of Longlist's `timeline`: any row from its number, in integers alone.

    Made by `fixtures rowfunction --language python`; tests compare it with the generator.
    """
    import functools

    @CONSTANTS@

    MASK = (1 << 64) - 1
    GAMMA = 0x9E3779B97F4A7C15
    FIRST_INSERT = 1 << 62
    BASE83 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"


    def mix(word):
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
        word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
        return word ^ word >> 31


    def word(key, index):
        return mix((key + index * GAMMA) & MASK)


    def bounded(drawn, bound):
        return (drawn & MASK) * bound >> 64


    def scaled(drawn, bound):
        return (drawn & 0xFFFF) * bound >> 16


    def contains(ranges, scalar):
        return any(ranges[i] <= scalar <= ranges[i + 1] for i in range(0, len(ranges), 2))


    @functools.lru_cache(None)
    def width(scalar):
        return 0 if contains(ZERO_CELLS, scalar) else 2 if contains(TWO_CELLS, scalar) else 1


    def cells(text):
        """How many cells of a line a paragraph takes."""
        count, previous = 0, 0
        for scalar in map(ord, text):
            count += width(scalar) if previous != 0x200D else 0
            previous = scalar
        return count


    def lines(text, cells_per_line):
        return sum(max(1, -(-cells(part) // cells_per_line)) for part in text.split("\n"))


    def escaped(text):
        return text.replace("\n", "\\n").replace('"', '\\"')


    def piece(text):
        """A text and how many bytes it has in JSON."""
        return text, len(escaped(text).encode())


    def capitalised(text):
        first = ord(text[0])
        if 0x61 <= first <= 0x7A or 0x430 <= first <= 0x44F:
            return chr(first - 32) + text[1:]
        return chr(first - 80) + text[1:] if 0x450 <= first <= 0x45F else text


    def drawn_words(words, mixed):
        """512 choices: frequent words stand more often, the last 32 are mixed in."""
        weights = [65536 // (i + 8) for i in range(len(words))]
        choices, passed = [], 0
        for text, weight in zip(words, weights):
            passed += weight
            choices += [text] * (passed * 480 // sum(weights) - len(choices))
        return choices + [mixed[i % len(mixed)] for i in range(32)]


    class Kind:
        def __init__(self, number):
            self.space = " " * KIND_SPACES[number]
            words = drawn_words(KIND_WORDS[number].split(" "), KIND_MIXED[number].split(" "))
            self.words = [piece(text + self.space) for text in words]
            self.capitals = [piece(capitalised(text) + self.space) for text in words]
            endings = KIND_ENDINGS[number].split("|")
            self.endings = [
                piece(endings[i] + ("" if i == 4 else self.space))
                for i in [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 5]]


    KINDS = [Kind(number) for number in range(len(KIND_WORDS))]
    KIND_OF_THOUSAND = [n for n, permille in enumerate(KIND_PERMILLE) for _ in range(permille)]


    def tie_patterns():
        """Bit i of a pattern: slot i of eight has the key of slot i - 1."""
        lengths = [2, 2, 3, 2, 4, 2, 3, 5, 2, 2, 3, 6, 2, 4, 2, 8]
        rest = 512 * (TIE_PERMILLE - LONG_TIE_PERMILLE) // max(1, 1000 - LONG_TIE_PERMILLE)
        patterns = [0] * 64
        for index in range(64):
            if rest < 2:
                break
            length = min(lengths[index % 16], rest)
            patterns[index * 37 % 64] = ((1 << length - 1) - 1) << index * 3 % (9 - length) + 1
            rest -= length
        return patterns


    PATTERNS = tie_patterns()


    class Timeline:
        """A list of `items` items made from `seed`, newest first."""

        def __init__(self, seed, items):
            root = mix((seed + GAMMA) & MASK)
            for byte in RECIPE.encode():
                root = mix(root ^ byte)
            self.items = items
            self.keys = {n: word(root, i) for n, i in zip(STREAM_NAMES, STREAM_NUMBERS)}

        def item(self, rank):
            """The snapshot's row at a rank, without a line end."""
            birth, key = self.entry(rank)
            return self.row(birth, 1, key, 1)

        def entry(self, rank):
            """The birth number and the sort key of the snapshot's item at a rank."""
            run = self.run(rank)
            births = sorted(run, key=self.id, reverse=True)
            jitter = bounded(word(self.keys["itemClock"], run.start), ITEM_GAP)
            return births[rank - run.start], START - (run.start + 1) * ITEM_GAP + jitter

        def run(self, slot):
            """The slots whose keys are equal to that of a slot."""
            drawn = word(self.keys["ties"], slot >> 6)
            if drawn >> 48 < LONG_TIE_PERMILLE * 65536 // 1000:
                start, end = slot & ~63, (slot | 63) + 1
            else:
                pattern = PATTERNS[drawn >> (slot >> 3 & 7) * 6 & 63]
                start, end = slot, slot + 1
                while pattern >> (start & 7) & 1:
                    start -= 1
                while end & 7 and pattern >> (end & 7) & 1:
                    end += 1
            return range(start, min(end, self.items))

        def id(self, birth):
            mask = (1 << 63) - 1
            before, after = (word(self.keys["identity"], i) & mask for i in (1, 2))
            value = birth ^ before
            for factor in (0x1C69B3F74AC4AE35, 0x5851F42D4C957F2D):
                value = (value ^ value >> 32) * factor & mask
            return value ^ value >> 32 ^ after

        def parent(self, birth):
            drawn = word(self.keys["parent"], birth)
            if bounded(drawn, 1000) >= REPLY_PERMILLE:
                return None
            distance = 1 + ((drawn & 0x3FF) >> (drawn >> 10 & 7))
            if birth < FIRST_INSERT:
                return self.id(birth + distance)
            number = birth - FIRST_INSERT
            return self.id(birth - distance if number >= distance else distance - number - 1)

        def title(self, kind, birth, edition):
            key = word(self.keys["title"], birth) + mix(edition)
            drawn = word(key, 0)
            count = TITLE_LEAST + scaled(drawn, TITLE_CHOICES)
            text = kind.capitals[drawn >> 16 & 511][0]
            drawn, left = drawn >> 25, 4
            for index in range(1, count):
                if left == 0:
                    drawn, left = word(key, index), 7
                text += kind.words[drawn & 511][0]
                drawn, left = drawn >> 9, left - 1
            return text[:-1] if kind.space else text

        def body(self, kind, birth, edition):
            key = word(self.keys["body"], birth) + mix(edition)
            drawn, index = word(key, 0), 1
            target, drawn = BODY_BYTES[drawn & 63], drawn >> 6
            text, size = "", 0
            while size < target:
                in_sentence, ending = 2 + (drawn & 7), kind.endings[drawn >> 3 & 15]
                chosen = [kind.capitals[drawn >> 7 & 511]]
                size += chosen[0][1]
                drawn, left = drawn >> 16, 4
                while in_sentence > 0 and size < target:
                    if left == 0:
                        drawn, index, left = word(key, index), index + 1, 7
                    chosen.append(kind.words[drawn & 511])
                    size += chosen[-1][1]
                    drawn, left, in_sentence = drawn >> 9, left - 1, in_sentence - 1
                sentence = "".join(part[0] for part in chosen)
                text += (sentence[:-1] if kind.space else sentence) + ending[0]
                size += ending[1] - len(kind.space)
                drawn, index = word(key, index), index + 1
            return text[:-1] if text[-1] in " \n" else text

        def image(self, birth):
            """The image's JSON and its size; nothing in most rows."""
            drawn = word(self.keys["image"], birth)
            if bounded(drawn, 1000) >= IMAGE_PERMILLE:
                return "null", None
            width, height = IMAGE_SIZES[2 * (drawn & 15)], IMAGE_SIZES[2 * (drawn & 15) + 1]
            color = drawn >> 8 & 0xFFFFFF
            pairs = [21 * 83 + bounded(drawn << 32, 83), color // 6889, color % 6889]
            for group, count in enumerate((4, 4, 3)):
                parts = word(drawn, group)
                pairs += [scaled(parts >> 16 * i, 6859) for i in range(count)]
            blur = "".join(BASE83[pair // 83] + BASE83[pair % 83] for pair in pairs)
            json = '{"width":%d,"height":%d,"color":"#%06x","blurHash":"%s"}'
            return json % (width, height, color, blur), (width, height)

        def row(self, birth, edition, key, version):
            """Any row: items of the snapshot are born from 0 in slot order, inserts from FIRST_INSERT.

            The edition counts how often the content was written, from 1; a move raises the version
            alone.
            """
            drawn = word(self.keys["author"], birth)
            own = bounded(drawn << 32, 1000) < OWN_PERMILLE
            number = min(scaled(drawn >> 32, AUTHORS), scaled(drawn >> 48, AUTHORS))
            name = word(~self.keys["author"] & MASK, 0 if own else number + 1)
            status = bounded(word(self.keys["status"], birth), len(STATUSES) - 1)
            parent = self.parent(birth)
            kind = KINDS[KIND_OF_THOUSAND[bounded(word(self.keys["textKind"], birth), 1000)]]
            title, body = self.title(kind, birth, edition), self.body(kind, birth, edition)
            drawn = word(self.keys["counts"], birth)
            replies = ((drawn & 0xFFF) >> 4 + (drawn >> 12 & 7)) + edition - 1
            shift = 4 + (drawn >> 32 & 7) + (drawn >> 35 & 3)
            reactions = ((drawn >> 16 & 0xFFFF) >> shift) + 3 * (edition - 1)
            image, size = self.image(birth)
            heights = []
            for points, cells_per_line in ((343, 40), (640, 84)):
                count = lines(title, cells_per_line) + lines(body, cells_per_line)
                picture = min(480 * 64, points * 64 * size[1] // size[0]) if size else 0
                heights.append((48 + 20 * count) * 64 + picture)
            percent = 100 - ESTIMATE_ERROR + bounded(
                word(self.keys["estimate"], birth), 2 * ESTIMATE_ERROR + 1)
            return (
                f'{{"id":"{self.id(birth)}","key":{key},"version":{version},'
                f'"author":"{FIRST_NAMES[name & 63]} {LAST_NAMES[name >> 6 & 63]}",'
                f'"own":{"true" if own else "false"},'
                f'"status":"{STATUSES[-1] if edition > 1 else STATUSES[status]}","hidden":false,'
                f'"parent":{"null" if parent is None else chr(34) + str(parent) + chr(34)},'
                f'"title":"{escaped(title)}","body":"{escaped(body)}",'
                f'"counts":{{"replies":{replies},"reactions":{reactions}}},"image":{image},'
                f'"heights":{{"compact":{heights[0]},"regular":{heights[1]}}},'
                f'"estimate":{heights[0] * percent // 100}}}')

    """#
}
