extension RowFunction {
  /// The TypeScript source around the constants.
  ///
  /// Annotations stand in signatures alone, each a word or a word and brackets, so that a runtime
  /// without TypeScript runs the file once they are cut out.
  static let typeScript = #"""
    // The row function of Longlist's `timeline`: any row from its number, in integers alone.
    // Made by `fixtures rowfunction --language typescript`; tests compare it with the generator.

    @CONSTANTS@

    const GAMMA = 0x9E3779B97F4A7C15n;
    const BASE83 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~";
    export const FIRST_INSERT = 1n << 62n;

    const u64 = (word: bigint): bigint => BigInt.asUintN(64, word);
    const u63 = (word: bigint): bigint => BigInt.asUintN(63, word);

    function mix(word: bigint): bigint {
      word = u64((word ^ (word >> 30n)) * 0xBF58476D1CE4E5B9n);
      word = u64((word ^ (word >> 27n)) * 0x94D049BB133111EBn);
      return word ^ (word >> 31n);
    }

    function word(key: bigint, index: bigint): bigint {
      return mix(u64(key + index * GAMMA));
    }

    function bounded(drawn: bigint, bound: number): number {
      return Number((u64(drawn) * BigInt(bound)) >> 64n);
    }

    function scaled(drawn: bigint, bound: number): number {
      return (Number(drawn & 0xFFFFn) * bound) >>> 16;
    }

    /** Some low bits of a drawn word, from a bit on. */
    function bits(drawn: bigint, from: number, count: number): number {
      return Number(BigInt.asUintN(count, drawn >> BigInt(from)));
    }

    function contains(ranges: number[], scalar: number): boolean {
      for (let i = 0; i < ranges.length; i += 2) {
        if (scalar <= ranges[i + 1]) return scalar >= ranges[i];
      }
      return false;
    }

    /** How many cells of a line a paragraph takes. */
    function cells(text: string): number {
      let count = 0;
      let previous = 0;
      for (const character of text) {
        const scalar = character.codePointAt(0) ?? 0;
        if (previous !== 0x200D && !contains(ZERO_CELLS, scalar)) {
          count += contains(TWO_CELLS, scalar) ? 2 : 1;
        }
        previous = scalar;
      }
      return count;
    }

    function lines(text: string, cellsPerLine: number): number {
      let count = 0;
      for (const part of text.split("\n")) count += Math.max(1, Math.ceil(cells(part) / cellsPerLine));
      return count;
    }

    function escaped(text: string): string {
      return text.replaceAll("\n", "\\n").replaceAll('"', '\\"');
    }

    /** A text and how many bytes it has in JSON. */
    function piece(text: string) {
      let size = 0;
      for (const character of escaped(text)) {
        const scalar = character.codePointAt(0) ?? 0;
        size += scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
      }
      return { text, size };
    }

    function capitalised(text: string): string {
      const first = text.charCodeAt(0);
      const rest = text.slice(1);
      if ((first >= 0x61 && first <= 0x7A) || (first >= 0x430 && first <= 0x44F)) {
        return String.fromCharCode(first - 32) + rest;
      }
      return first >= 0x450 && first <= 0x45F ? String.fromCharCode(first - 80) + rest : text;
    }

    /** 512 choices: frequent words stand more often, the last 32 are mixed in. */
    function drawnWords(words: string[], mixed: string[]): string[] {
      const weights = words.map((_, i) => Math.floor(65536 / (i + 8)));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const choices = words.slice(0, 0);
      let passed = 0;
      words.forEach((text, i) => {
        passed += weights[i];
        while (choices.length < Math.floor((passed * 480) / total)) choices.push(text);
      });
      while (choices.length < 512) choices.push(mixed[(choices.length - 480) % mixed.length]);
      return choices;
    }

    function makeKind(number: number) {
      const space = KIND_SPACES[number];
      const behind = " ".repeat(space);
      const words = drawnWords(KIND_WORDS[number].split(" "), KIND_MIXED[number].split(" "));
      const endings = KIND_ENDINGS[number].split("|");
      return {
        space,
        words: words.map((text) => piece(text + behind)),
        capitals: words.map((text) => piece(capitalised(text) + behind)),
        endings: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 5].map((i) =>
          piece(endings[i] + (i === 4 ? "" : behind)),
        ),
      };
    }

    type Kind = ReturnType<typeof makeKind>;

    const KINDS = KIND_WORDS.map((_, number) => makeKind(number));
    const KIND_OF_THOUSAND = KIND_PERMILLE.flatMap((permille, n) => Array(permille).fill(n));

    /** Bit i of a pattern: slot i of eight has the key of slot i - 1. */
    function tiePatterns(): number[] {
      const lengths = [2, 2, 3, 2, 4, 2, 3, 5, 2, 2, 3, 6, 2, 4, 2, 8];
      const share = 512 * (TIE_PERMILLE - LONG_TIE_PERMILLE);
      let rest = Math.floor(share / Math.max(1, 1000 - LONG_TIE_PERMILLE));
      const patterns = Array(64).fill(0);
      for (let index = 0; index < 64 && rest >= 2; index += 1) {
        const length = Math.min(lengths[index % 16], rest);
        const start = (index * 3) % (9 - length);
        patterns[(index * 37) % 64] = ((1 << (length - 1)) - 1) << (start + 1);
        rest -= length;
      }
      return patterns;
    }

    const PATTERNS = tiePatterns();

    /** A list of `items` items made from `seed`, newest first; items is below 2^53. */
    export function timeline(seed: bigint, items: number) {
      let root = mix(u64(seed + GAMMA));
      for (const letter of RECIPE) root = mix(root ^ BigInt(letter.charCodeAt(0)));
      const key = (name: string): bigint =>
        word(root, BigInt(STREAM_NUMBERS[STREAM_NAMES.indexOf(name)]));
      const [identity, ties, itemClock, parents] = ["identity", "ties", "itemClock", "parent"].map(key);
      const [authors, titles, bodies, counts] = ["author", "title", "body", "counts"].map(key);
      const [images, statuses, estimates, kinds] = ["image", "status", "estimate", "textKind"].map(key);
      const [before, after] = [u63(word(identity, 1n)), u63(word(identity, 2n))];

      function id(birth: bigint): bigint {
        let value = birth ^ before;
        value = u63((value ^ (value >> 32n)) * 0x1C69B3F74AC4AE35n);
        value = u63((value ^ (value >> 32n)) * 0x5851F42D4C957F2Dn);
        return value ^ (value >> 32n) ^ after;
      }

      /** The slots whose keys are equal to that of a slot: the first, and the one behind. */
      function run(slot: number): number[] {
        const block = Math.floor(slot / 64);
        const drawn = word(ties, BigInt(block));
        const place = slot - block * 64;
        if (Number(drawn >> 48n) < Math.floor((LONG_TIE_PERMILLE * 65536) / 1000)) {
          return [slot - place, Math.min(slot - place + 64, items)];
        }
        const pattern = PATTERNS[bits(drawn, (place >> 3) * 6, 6)];
        let start = place;
        let end = place + 1;
        while ((pattern >> (start & 7)) & 1) start -= 1;
        while (end & 7 && (pattern >> (end & 7)) & 1) end += 1;
        return [slot - place + start, Math.min(slot - place + end, items)];
      }

      /** The birth number and the sort key of the snapshot's item at a rank. */
      function entry(rank: number) {
        const [start, end] = run(rank);
        const births = Array.from({ length: end - start }, (_, i) => BigInt(start + i));
        births.sort((one, other) => (id(one) > id(other) ? -1 : 1));
        const jitter = bounded(word(itemClock, BigInt(start)), ITEM_GAP);
        const sortKey = START - BigInt(start + 1) * BigInt(ITEM_GAP) + BigInt(jitter);
        return { birth: births[rank - start], key: sortKey };
      }

      function parent(birth: bigint): string {
        const drawn = word(parents, birth);
        if (bounded(drawn, 1000) >= REPLY_PERMILLE) return "null";
        const distance = BigInt(1 + (bits(drawn, 0, 10) >> bits(drawn, 10, 3)));
        const number = birth - FIRST_INSERT;
        if (number < 0n) return `"${id(birth + distance)}"`;
        return `"${id(number >= distance ? birth - distance : distance - number - 1n)}"`;
      }

      function title(kind: Kind, birth: bigint, edition: number): string {
        const stream = word(titles, birth) + mix(BigInt(edition));
        let drawn = word(stream, 0n);
        const count = TITLE_LEAST + scaled(drawn, TITLE_CHOICES);
        let text = kind.capitals[bits(drawn, 16, 9)].text;
        drawn >>= 25n;
        for (let index = 1, left = 4; index < count; index += 1, left -= 1, drawn >>= 9n) {
          if (left === 0) {
            drawn = word(stream, BigInt(index));
            left = 7;
          }
          text += kind.words[bits(drawn, 0, 9)].text;
        }
        return kind.space ? text.slice(0, -1) : text;
      }

      function body(kind: Kind, birth: bigint, edition: number): string {
        const stream = word(bodies, birth) + mix(BigInt(edition));
        let index = 0n;
        const next = () => word(stream, index++);
        let drawn = next();
        const target = BODY_BYTES[bits(drawn, 0, 6)];
        drawn >>= 6n;
        let text = "";
        let size = 0;
        while (size < target) {
          const ending = kind.endings[bits(drawn, 3, 4)];
          const first = kind.capitals[bits(drawn, 7, 9)];
          let sentence = first.text;
          size += first.size;
          let inSentence = 2 + bits(drawn, 0, 3);
          drawn >>= 16n;
          for (let left = 4; inSentence > 0 && size < target; inSentence -= 1, left -= 1) {
            if (left === 0) {
              drawn = next();
              left = 7;
            }
            const chosen = kind.words[bits(drawn, 0, 9)];
            sentence += chosen.text;
            size += chosen.size;
            drawn >>= 9n;
          }
          text += (kind.space ? sentence.slice(0, -1) : sentence) + ending.text;
          size += ending.size - kind.space;
          drawn = next();
        }
        return /[ \n]$/.test(text) ? text.slice(0, -1) : text;
      }

      /** The image's JSON and its heights at both widths; null and zeros in most rows. */
      function image(birth: bigint) {
        const drawn = word(images, birth);
        if (bounded(drawn, 1000) >= IMAGE_PERMILLE) return { json: "null", heights: [0, 0] };
        const [width, height] = IMAGE_SIZES.slice(2 * bits(drawn, 0, 4));
        const color = bits(drawn, 8, 24);
        const pairs = [21 * 83 + bounded(drawn << 32n, 83), Math.floor(color / 6889), color % 6889];
        [4, 4, 3].forEach((count, group) => {
          const parts = word(drawn, BigInt(group));
          for (let i = 0; i < count; i += 1) pairs.push(scaled(parts >> BigInt(16 * i), 6859));
        });
        const blur = pairs.map((pair) => BASE83[Math.floor(pair / 83)] + BASE83[pair % 83]).join("");
        const hex = color.toString(16).padStart(6, "0");
        return {
          json: `{"width":${width},"height":${height},"color":"#${hex}","blurHash":"${blur}"}`,
          heights: [343, 640].map((points) =>
            Math.min(480 * 64, Math.floor((points * 64 * height) / width)),
          ),
        };
      }

      /**
       * Any row: items of the snapshot are born from 0 in slot order, inserts from FIRST_INSERT. The
       * edition counts how often the content was written, from 1; a move raises the version alone.
       */
      function row(birth: bigint, edition: number, sortKey: bigint, version: number): string {
        let drawn = word(authors, birth);
        const own = bounded(drawn << 32n, 1000) < OWN_PERMILLE;
        const number = Math.min(scaled(drawn >> 32n, AUTHORS), scaled(drawn >> 48n, AUTHORS));
        const name = word(u64(~authors), BigInt(own ? 0 : number + 1));
        const author = `${FIRST_NAMES[bits(name, 0, 6)]} ${LAST_NAMES[bits(name, 6, 6)]}`;
        const status = bounded(word(statuses, birth), STATUSES.length - 1);
        const kind = KINDS[KIND_OF_THOUSAND[bounded(word(kinds, birth), 1000)]];
        const [titleText, bodyText] = [title(kind, birth, edition), body(kind, birth, edition)];
        drawn = word(counts, birth);
        const replies = (bits(drawn, 0, 12) >> (4 + bits(drawn, 12, 3))) + edition - 1;
        const shift = 4 + bits(drawn, 32, 3) + bits(drawn, 35, 2);
        const reactions = (bits(drawn, 16, 16) >> shift) + 3 * (edition - 1);
        const picture = image(birth);
        const [compact, regular] = [40, 84].map((width, i) => {
          const count = lines(titleText, width) + lines(bodyText, width);
          return (48 + 20 * count) * 64 + picture.heights[i];
        });
        const error = bounded(word(estimates, birth), 2 * ESTIMATE_ERROR + 1);
        const estimate = Math.floor((compact * (100 - ESTIMATE_ERROR + error)) / 100);
        return (
          `{"id":"${id(birth)}","key":${sortKey},"version":${version},"author":"${author}",` +
          `"own":${own},"status":"${STATUSES[edition > 1 ? STATUSES.length - 1 : status]}",` +
          `"hidden":false,"parent":${parent(birth)},"title":"${escaped(titleText)}",` +
          `"body":"${escaped(bodyText)}","counts":{"replies":${replies},"reactions":${reactions}},` +
          `"image":${picture.json},"heights":{"compact":${compact},"regular":${regular}},` +
          `"estimate":${estimate}}`
        );
      }

      /** The snapshot's row at a rank, without a line end. */
      function item(rank: number): string {
        const place = entry(rank);
        return row(place.birth, 1, place.key, 1);
      }

      return { id, entry, row, item };
    }

    """#
}
