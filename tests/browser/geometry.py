"""Measured inside a page: how large every target is, what overlaps, what is cut off, what scrolls."""

from typing import Any

from playwright.sync_api import Page

MEASURE = """([least, gap]) => {
    const wrong = [];
    const box = element => element.getBoundingClientRect();
    const all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const apart = (a, b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
    const name = element =>
        (element.getAttribute('aria-label') || element.innerText || element.name || element.className).trim();

    // What can be seen of an element within the places that scroll.
    const visible = element => {
        let { left, top, right, bottom } = box(element);
        for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
            if (getComputedStyle(around).overflow === 'visible') continue;
            const clip = box(around);
            left = Math.max(left, clip.left); top = Math.max(top, clip.top);
            right = Math.min(right, clip.right); bottom = Math.min(bottom, clip.bottom);
        }
        return { left, top, right, bottom, empty: right <= left || bottom <= top };
    };

    const targets = all('a[href], button, summary, select, textarea, label:has(input), input:not([type=hidden])')
        .filter(element => element.checkVisibility() && box(element).width > 1.5
            && !element.closest('.said, [aria-hidden=true]')
            && !(element.matches('input') && element.closest('label')));
    for (const element of targets) {
        const { width, height } = box(element);
        if (width < least - .5 || height < least - .5)
            wrong.push(`${name(element)} is ${width.toFixed(1)} x ${height.toFixed(1)}`);
    }
    const stays = '.start, .dock, .save-bar';  // what stays in sight may lie over what scrolls below it
    const keys = '.key, .tile, .choice';
    for (const [index, one] of targets.entries()) {
        for (const other of targets.slice(index + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            if (Boolean(one.closest(stays)) !== Boolean(other.closest(stays))) continue;
            const a = visible(one), b = visible(other);
            if (a.empty || b.empty) continue;
            const least = one.matches(keys) && other.matches(keys) ? gap : 0;
            if (apart(a, b) < least - .5)
                wrong.push(`${name(one)} and ${name(other)} are ${apart(a, b).toFixed(1)} apart`);
        }
    }

    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) wrong.push(`the page is ${scrollWidth} wide in ${clientWidth}`);

    // Numbers and signs stay whole and within their place.
    const places = {
        '.total': '.seat, .winner-totals > div, .versus > span', '.preview': '.seat', '.cell > *': '.cell',
        '.mark .contract': '.played', '.tile b, .tile small': '.tile', '.slip-mark .contract': '.slip',
    };
    for (const [selector, place] of Object.entries(places)) {
        for (const element of all(selector).filter(element => element.innerText.trim() && box(element).width)) {
            const range = document.createRange();
            range.selectNodeContents(element);
            const text = box(range), around = element.closest(place) && box(element.closest(place));
            if (around && (text.left < around.left - .5 || text.right > around.right + .5))
                wrong.push(`${element.innerText} takes ${text.left}-${text.right} of ${around.left}-${around.right}`);
        }
    }
    for (const element of all('.segment, .button, .button > span'))
        if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth) wrong.push(`${name(element)} is cut`);
    for (const seat of all('.seat')) {
        const parts = all('.name, .disc, .total, .preview', seat).filter(element => element.innerText.trim());
        for (const [index, one] of parts.entries())
            for (const other of parts.slice(index + 1))
                if (apart(box(one), box(other)) < -2)
                    wrong.push(`${one.className} and ${other.className} of a seat lie over each other`);
    }
    return wrong;
}"""
SCROLLS = "() => document.documentElement.scrollHeight > document.documentElement.clientHeight + 1"


def wrongs(page: Page, *, least: int = 48, gap: int = 6) -> list[str]:
    """What is wrong with the measures of *page*: a sentence each. *least* and *gap* in CSS pixels."""
    found: Any = page.evaluate(MEASURE, [least, gap])
    return list(found)


def scrolls(page: Page) -> bool:
    """True if the page scrolls as a whole."""
    return bool(page.evaluate(SCROLLS))
