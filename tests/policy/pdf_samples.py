"""PDFs made for the tests."""

from fpdf import FPDF

PROSE = (
    "We read the letters that you send to us, and we answer every one of them within a week. "
    "Nobody else reads them, and after a year they are burned in the yard behind the house. "
)


class _Notice(FPDF):
    def header(self) -> None:
        self.set_font("helvetica", "I", 8)
        self.cell(0, 8, "Acme handbook, part 4", align="R", new_x="LMARGIN", new_y="NEXT")

    def footer(self) -> None:
        self.set_y(-15)
        self.set_font("helvetica", "I", 8)
        self.cell(0, 8, f"Page {self.page_no()} of 3", align="C")


def notice_pdf() -> bytes:
    """Three pages with running heads, headings, paragraphs and lists."""
    pdf = _Notice()
    pdf.set_title("Acme Privacy Notice")
    pdf.add_page()
    _line(pdf, "Privacy Notice", 20, bold=True)
    for number in range(1, 10):
        _line(pdf, f"{number}. Our letters", 13, bold=True)
        _line(pdf, PROSE * 3, 10)
        _line(pdf, "We hold:", 10)
        _line(pdf, "- names", 10)
        _line(pdf, "- towns", 10)
    return bytes(pdf.output())


def divided_words_pdf() -> bytes:
    """Two lines with words divided between them."""
    pdf = FPDF()
    pdf.add_page()
    for line in ("All the infor-", "mation goes to third-", "party readers of letters."):
        _line(pdf, line, 10, gap=0)
    return bytes(pdf.output())


def drawing_pdf() -> bytes:
    """A page with a drawing and no text."""
    pdf = FPDF()
    pdf.add_page()
    pdf.rect(20, 20, 60, 60)
    return bytes(pdf.output())


def locked_pdf() -> bytes:
    """A page that opens with a password only."""
    pdf = FPDF()
    pdf.set_encryption(owner_password="owner", user_password="user")
    pdf.add_page()
    _line(pdf, PROSE, 10)
    return bytes(pdf.output())


def many_pages_pdf(pages: int) -> bytes:
    """One numbered line a page."""
    pdf = FPDF()
    for number in range(pages):
        pdf.add_page()
        _line(pdf, f"Letter {'x' * (number % 50)} was read by clerk number {number}.", 10)
    return bytes(pdf.output())


def bomb_pdf(levels: int = 34) -> bytes:
    """A few kilobytes of forms that draw each other twice: 2 ** levels drawings in all."""
    font = b"/Font << /F1 5 0 R >>"
    words = b"BT /F1 12 Tf 72 720 Td (We read letters.) Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << %s /XObject << /X 6 0 R >> >> >>" % font,
        _stream(b"", words + b" /X Do"),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    form = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << %s >>"
    for level in range(1, levels):
        inner = b"/XObject << /X %d 0 R >>" % (6 + level)
        objects.append(_stream(form % inner, b"/X Do /X Do"))
    objects.append(_stream(form % font, words))
    written, places = b"%PDF-1.7\n", b""
    for number, content in enumerate(objects, 1):
        places += b"%010d 00000 n \n" % len(written)
        written += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    size = len(objects) + 1
    return written + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\n"
        b"startxref\n%d\n%%%%EOF\n" % (size, places, size, len(written))
    )


def _stream(entries: bytes, content: bytes) -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(content), content)


def _line(pdf: FPDF, text: str, size: int, bold: bool = False, gap: int = 3) -> None:
    pdf.set_font("helvetica", "B" if bold else "", size)
    pdf.multi_cell(0, size / 2, text, new_x="LMARGIN", new_y="NEXT")
    pdf.ln(gap)
