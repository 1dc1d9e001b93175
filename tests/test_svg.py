from xml.etree import ElementTree

from privascope import svg


def test_texts_and_attributes_are_escaped():
    made = svg.text('<b>"&', 1, 2, class_='"><script>')
    parsed = ElementTree.fromstring(made)
    assert parsed.text == '<b>"&'
    assert parsed.attrib == {"x": "1", "y": "2", "class": '"><script>'}


def test_attribute_names_and_missing_values():
    made = svg.rect(0, 1.25, 3.14159, 2, class_="bar", stroke_width=None, text_anchor="end")
    assert made == '<rect x="0" y="1.2" width="3.1" height="2" class="bar" text-anchor="end"/>'


def test_a_drawing_holds_its_parts():
    made = svg.drawing(10, 20, [svg.curve([(0, 0), (5, 2.5)], stroke="#000")], role="img")
    parsed = ElementTree.fromstring(made)
    assert parsed.attrib == {"viewBox": "0 0 10 20", "role": "img"}
    assert parsed[0].attrib["points"] == "0,0 5,2.5"
