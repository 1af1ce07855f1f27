"""Chromium, as the steps use it."""
import os
import time

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException, InvalidElementStateException, NoSuchElementException, StaleElementReferenceException,
    WebDriverException)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

PATIENCE = 90
# What a page answers while it is being drawn anew.
PASSING = (ElementClickInterceptedException, InvalidElementStateException, NoSuchElementException, StaleElementReferenceException)
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server"]


class Browser:
    def __init__(self, chromium, chromedriver, folder, shots):
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for argument in [*ARGUMENTS, f"--user-data-dir={os.path.join(folder, 'profile')}"]:
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"download.default_directory": folder})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.page = webdriver.Chrome(options=options, service=Service(chromedriver))
        self.version = "Chromium " + self.page.capabilities["browserVersion"]
        self.shots = shots
        self.size(1280, 800)

    def quit(self):
        self.page.quit()

    # Looking.

    def run(self, script, *arguments):
        return self.page.execute_script(script, *arguments)

    def all(self, selector):
        return self.page.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.wait(lambda: self.all(selector), f"nothing is {selector}")[0]

    def text(self, selector):
        return self.run("return Array.from(document.querySelectorAll(arguments[0]), (one) => one.innerText).join('\\n')", selector)

    def wait(self, condition, otherwise):
        """What a condition gives once it gives anything; an error that says what it is that didn't come. Where the page
        replaced or moved what a condition looks at, it is asked again."""
        deadline = time.monotonic() + PATIENCE
        while True:
            kept = ""
            try:
                found = condition()
            except PASSING as error:
                found = None
                kept = f" ({str(error).splitlines()[0]})"
            if found:
                return found
            if time.monotonic() > deadline:
                raise AssertionError(otherwise + kept)
            time.sleep(0.05)

    def sees(self, selector, *words):
        """Waits until a text is shown there."""
        self.wait(lambda: all(word in self.text(selector) for word in words),
                  f"{selector} doesn't show {' and '.join(words)}")

    def row(self, *words):
        """The first row that shows these words, or says them to a screen reader."""
        def has(row):
            text = row.text + " " + (row.get_attribute("aria-label") or "")
            return all(word in text for word in words)
        return self.wait(lambda: [row for row in self.all(".row") if has(row)],
                         f"no row has {' and '.join(words)}: {self.text('.row')}")[0]

    def complaints(self):
        """What the console has: errors, and what the policy kept from being done. A refusal that a step asked for is none."""
        return [one["message"] for one in self.page.get_log("browser")
                if "the server responded with a status of 4" not in one["message"]]

    def width(self):
        """How much wider than its window the page is."""
        return self.run("return document.documentElement.scrollWidth - innerWidth")

    def unnamed(self):
        """What can be used and has no name for a screen reader."""
        roles = {"button", "textbox", "searchbox", "combobox", "checkbox", "listbox", "link", "option", "region", "article"}
        self.page.execute_cdp_cmd("Accessibility.enable", {})
        nodes = self.page.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        return [node["role"]["value"] for node in nodes
                if not node.get("ignored") and node.get("role", {}).get("value") in roles
                and not node.get("name", {}).get("value", "").strip()]

    # Doing.

    def open(self, url):
        self.page.get(url)

    def click(self, selector, words=""):
        def clicked():
            found = [one for one in self.all(selector) if words in one.text and one.is_displayed()]
            return bool(found) and self.pressed(found[0])
        self.wait(clicked, f"nothing is {selector} with {words}")

    def pressed(self, one):
        """Clicks an element that keeps its place; false where it moves, as a click on what was there would be lost."""
        place = one.rect
        time.sleep(0.05)
        if one.rect != place:
            return False
        one.click()
        return True

    def click_until(self, selector, words, condition, otherwise):
        """Clicks, and clicks again where nothing comes of it for some seconds: what redraws the page can take a click away."""
        deadline = time.monotonic() + PATIENCE
        while True:
            self.click(selector, words)
            soon = time.monotonic() + 10
            while time.monotonic() < soon:
                try:
                    if condition():
                        return
                except PASSING:
                    pass
                time.sleep(0.05)
            if time.monotonic() > deadline:
                raise AssertionError(otherwise)

    def confirm(self, selector, words, question):
        """Clicks what asks back, and what it asks. It forgets the first click after a while, and a busy machine may take longer."""
        def confirmed():
            found = [one for one in self.all(selector) if words in one.text and one.is_displayed()]
            isAsking = bool(found) and question in found[0].text
            if found:
                found[0].click()
            return isAsking
        self.wait(confirmed, f"nothing is {selector} with {words}")

    def click_row(self, *words):
        def clicked():
            self.row(*words).click()
            return True
        self.wait(clicked, f"no row has {' and '.join(words)}")

    def fill(self, selector, text):
        def filled():
            field = self.one(selector)
            field.clear()
            field.send_keys(text)
            return True
        self.wait(filled, f"nothing can be written into {selector}")

    def choose(self, selector, value):
        def chosen():
            Select(self.one(selector)).select_by_value(value)
            return True
        self.wait(chosen, f"{selector} has no {value}")

    def press(self, *keys):
        self.page.switch_to.active_element.send_keys(*(getattr(Keys, key, key) for key in keys))

    def size(self, width, height):
        self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})

    def shade(self, scheme):
        self.page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def shoot(self, name):
        """Pictures of what is shown now, where somebody wants them."""
        if not self.shots:
            return
        os.makedirs(self.shots, exist_ok=True)
        for scheme in ("light", "dark"):
            self.shade(scheme)
            try:
                self.page.save_screenshot(os.path.join(self.shots, f"{name}-{scheme}.png"))
            except WebDriverException:
                pass
        self.shade("light")
