"""Looks at a page in Chromium: look.py CHROMIUM PAGE FOLDER. Ends with 1 where something is wrong.

At widths of a phone and a desk, in light and in dark: nothing is wider than the window, no label of a chart
lies on another or outside its picture, no chart is blank, light and dark differ, nothing is asked of the
network, no script fails, axe finds nothing against WCAG A and AA. Screenshots at two
widths stay in FOLDER.

The browser is spoken to through pipes (--remote-debugging-pipe): nothing listens.
"""

import base64
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile

import axe_core_python
from PIL import Image

WIDTHS = {320: 640, 390: 844, 1280: 900}
PICTURED = (390, 1280)  # the others are measured alone
SLICE = 8000  # pixels; a texture has at most 16,384

LAYOUT = """(width => {
  // A phone's window grows with what is in it, so its width is given.
  const faults = [], name = e => e.tagName + " " + (e.className.baseVal ?? e.className);
  if (document.documentElement.scrollWidth > width)
    faults.push("the page is " + document.documentElement.scrollWidth + " wide in a window of " + width);
  for (const e of document.querySelectorAll("body *")) {
    const r = e.getBoundingClientRect();
    if (r.width && (r.right > width + 1 || r.left < -1) && !e.closest(".scroll, pre, svg, .skip"))
      faults.push(name(e) + " reaches from " + r.left + " to " + r.right);
  }
  for (const svg of document.querySelectorAll("figure > svg")) {
    const title = svg.closest("article").querySelector("h3").textContent + ", " +
      svg.parentElement.querySelector("b").textContent;
    const box = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].map(t => [t.textContent, t.getBoundingClientRect()])
      .filter(([, r]) => r.width);
    texts.forEach(([text, r], i) => {
      if (r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 2 || r.bottom > box.bottom + 2)
        faults.push(title + ": '" + text + "' is cut off");
      for (const [other, o] of texts.slice(i + 1))
        if (Math.min(r.right, o.right) - Math.max(r.left, o.left) > 1 &&
            Math.min(r.bottom, o.bottom) - Math.max(r.top, o.top) > 4)
          faults.push(title + ": '" + text + "' lies on '" + other + "'");
    });
  }
  const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
  for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) != i))) faults.push("two elements are #" + id);
  return faults;
})"""

BOXES = """[...document.querySelectorAll("figure > svg")].map(s => {
  const r = s.getBoundingClientRect();
  return {x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: r.height};
})"""

AXE = """axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}).then(r =>
  r.violations.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + " -- " +
    n.any.map(a => a.message).join(" ")).join(" | ")))"""


class Browser:
    """A browser without a window, and the messages of the DevTools protocol."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp()
        into, self.write = os.pipe()
        self.read, out = os.pipe()
        self.events, self.number, self.rest = [], 0, b""

        def wire():
            # Both ends are moved away first: a number may be that of the other's target.
            ends = [os.dup(into), os.dup(out)]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--user-data-dir=" + self.profile,
             "--remote-debugging-pipe", "about:blank"],
            preexec_fn=wire, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(into)
        os.close(out)
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.write, json.dumps(message).encode() + b"\0") if len(json.dumps(message)) < 60000 else \
            self.send(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(method + ": " + answer["error"]["message"])
                return answer["result"]
            self.events.append(answer)

    def send(self, data):
        while data:
            data = data[os.write(self.write, data[:60000]):]

    def receive(self):
        while b"\0" not in self.rest:
            data = os.read(self.read, 1 << 20)
            if not data:
                raise RuntimeError("the browser ended")
            self.rest += data
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def evaluate(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", "a script failed"))
        return answer["result"].get("value")

    def wait(self, method):
        while not any(e.get("method") == method for e in self.events):
            self.events.append(self.receive())

    def picture(self, x, y, width, height):
        answer = self.call(
            "Page.captureScreenshot", format="png", captureBeyondViewport=True,
            clip={"x": x, "y": y, "width": width, "height": height, "scale": 1})
        return Image.open(io.BytesIO(base64.b64decode(answer["data"]))).convert("RGB")

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def look(browser, page, width, scheme, folder):
    """The faults at one width in one scheme, and the mean brightness of the page and of each chart."""
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=WIDTHS[width], deviceScaleFactor=1,
                 mobile=width < 500)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.events = []
    browser.call("Page.navigate", url="file://" + page)
    browser.wait("Page.loadEventFired")
    browser.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    faults = browser.evaluate(f"{LAYOUT}({width})")
    for event in browser.events:
        if event.get("method") == "Network.requestWillBeSent":
            url = event["params"]["request"]["url"]
            if url != "file://" + page and not url.startswith("data:"):
                faults.append("it asks for " + url)
        if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
            faults.append(json.dumps(event["params"])[:300])
    if width < min(PICTURED):
        return faults, []
    height = int(browser.evaluate("Math.ceil(document.documentElement.scrollHeight)"))
    brightness = []
    whole = Image.new("RGB", (width, height))
    for number, top in enumerate(range(0, height, SLICE)):
        picture = browser.picture(0, top, width, min(SLICE, height - top))
        picture.save(f"{folder}/page-{width}-{scheme}-{number}.png")
        brightness.append(picture.convert("L").resize((1, 1)).getpixel((0, 0)))
        whole.paste(picture, (0, top))
    for number, box in enumerate(browser.evaluate(BOXES)):
        left, top = int(box["x"]), int(box["y"])
        picture = whole.crop((left, top, left + int(box["width"]), top + int(box["height"])))
        colours = picture.getcolors(1 << 24)
        most = max(count for count, _ in colours)
        total = picture.width * picture.height
        # Lines, points, marks and their softened edges on one ground.
        if len(colours) < 12 or most > 0.995 * total:
            faults.append(f"chart {number} is blank")
        brightness.append(picture.convert("L").resize((1, 1)).getpixel((0, 0)))
    with open(os.path.join(os.path.dirname(axe_core_python.__file__), "axe.min.js")) as file:
        browser.evaluate(file.read() + ";0")
    faults += ["axe: " + line for line in browser.evaluate(AXE)]
    return faults, brightness


def main(program, page, folder):
    for name in os.listdir(folder):
        if name.startswith("page-") and name.endswith(".png"):
            os.remove(os.path.join(folder, name))
    browser = Browser(program)
    found = 0
    try:
        for domain in ("Page", "Runtime", "Network", "Log"):
            browser.call(domain + ".enable")
        for width in WIDTHS:
            shades = {}
            for scheme in ("light", "dark"):
                faults, shades[scheme] = look(browser, os.path.abspath(page), width, scheme, folder)
                for fault in faults:
                    print(f"{width} {scheme}: {fault}")
                found += len(faults)
            for light, dark in zip(*shades.values()):
                if light - dark < 60:
                    print(f"{width}: light and dark are alike ({light} and {dark})")
                    found += 1
        print(f"looked at {len(WIDTHS)} widths in light and dark: {found} faults; pictures in {folder}")
    finally:
        browser.close()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
