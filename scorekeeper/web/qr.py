"""Links as pictures that a phone can scan."""

from markupsafe import Markup


def qr_code(link: str) -> Markup:
    """*link* as a picture: dark on white in every theme, as scanners want it."""
    import segno  # only few pages need it

    return Markup(segno.make(link, error="m", micro=False).svg_inline(border=4, light="#fff", omitsize=True))  # noqa: S704
