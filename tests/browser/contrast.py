"""Measured inside a page: how far every text, sign and outline stands out from what lies behind it."""

from typing import Any

from playwright.sync_api import Page

MEASURE = """() => {
    const found = [];
    const rgb = colour => {
        const [red, green, blue, alpha = 1] = colour.match(/[\\d.]+/g).map(Number);
        return { parts: [red, green, blue], alpha };
    };
    const light = parts => parts.map(part => part / 255)
        .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
        .reduce((sum, part, index) => sum + part * [.2126, .7152, .0722][index], 0);
    const ratio = (one, other) => {
        const [darker, lighter] = [light(one), light(other)].sort((a, b) => a - b);
        return (lighter + .05) / (darker + .05);
    };
    // The ground an element stands on: the nearest colour below it that hides what is below that.
    const ground = element => {
        for (let below = element; below; below = below.parentElement) {
            const { parts, alpha } = rgb(getComputedStyle(below).backgroundColor);
            if (alpha === 1) return parts;
            if (alpha > 0) return null;  // seen through: nothing here is
        }
        return [255, 255, 255];
    };
    const seen = element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && !element.closest('.said, :disabled, [aria-disabled=true]');
    const say = (element, text, what, is, needs) => {
        if (is === null || is < needs)
            found.push(`${what} of "${text.trim().slice(0, 40)}" <${element.className?.baseVal ?? element.className}>`
                + ` has ${is === null ? 'no ground' : is.toFixed(2)} : 1, not ${needs}`);
    };
    const against = (element, colour, needs, what, text, on = element) => {
        const behind = ground(on);
        const { parts, alpha } = rgb(colour);
        if (alpha === 0) return;
        say(element, text, what, behind && ratio(parts, behind), needs);
    };

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode.data, element = walker.currentNode.parentElement;
        if (!text.trim() || element.closest('template, script, svg') || !seen(element)) continue;
        const style = getComputedStyle(element);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
        against(element, style.color, large ? 3 : 4.5, 'the text', text);
    }
    for (const field of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
        if (!seen(field) || field.getBoundingClientRect().width < 2) continue;
        against(field, getComputedStyle(field).color, 4.5, 'what is typed', field.name);
        if (!['radio', 'checkbox'].includes(field.type))
            against(field, getComputedStyle(field).borderTopColor, 3, 'the outline', field.name, field.parentElement);
    }
    for (const key of document.querySelectorAll('.key, .tile, .choice, .segments')) {
        if (seen(key) && getComputedStyle(key).borderTopStyle !== 'none')
            against(key, getComputedStyle(key).borderTopColor, 3, 'the outline', key.innerText, key.parentElement);
    }
    for (const drawn of document.querySelectorAll('svg.pip, svg.icon')) {
        if (!seen(drawn)) continue;
        const style = getComputedStyle(drawn);
        against(drawn, style.fill === 'none' ? style.stroke : style.fill, drawn.matches('.pip') ? 4.5 : 3,
            'the sign', drawn.innerHTML, drawn);
    }
    for (const line of document.querySelectorAll('.lines-of-totals path:not(.chart-rules)')) {
        const { stroke } = getComputedStyle(line);
        if (seen(line) && stroke !== 'none')
            against(line, stroke, 3, 'the line', 'chart', line);
    }
    return [...new Set(found)];
}"""


def faint(page: Page) -> list[str]:
    """What of *page* is too faint: a sentence each. Text needs 4.5 : 1 (3 : 1 if large), outlines and icons 3 : 1.

    What is disabled is exempt. Source: WCAG 2.2, 1.4.3 and 1.4.11.
    """
    found: Any = page.evaluate(MEASURE)
    return list(found)
