"""Numbers and dates by value."""

from __future__ import annotations

import pytest

from warehouse.proof.dates import amounts, days, months, years
from warehouse.proof.numbers import numbers
from warehouse.proof.same_number import says


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("8. The leader serves for 12 months in all.", 12, "duration-month"),
        ("2. Chapter", 2, ""),
        ("24. Dezember war der Tag, als sie fiel.", 24, ""),
        ("1,200 km of road", 1200, "length-kilometer"),
        ("1\u202f200\u00a0km of road", 1200, "length-kilometer"),
        ("US$675\u00a0million", 6.75e8, "$"),
        ("a 30-minute walk", 30, "duration-minute"),
        ("2,5 Prozent", 2.5, "concentr-percent"),
        ("1.234,50 Euro", 1234.5, "€"),
        ("1 234,5 kg", 1234.5, "mass-kilogram"),
        ("1.234.567 Menschen", 1234567, ""),
        ("−5 °C", -5, "temperature-celsius"),
        ("–5 °C", -5, "temperature-celsius"),
        ("a twenty-third edition", 23, ""),
        ("a thirty-second film", 30, "duration-second"),
        ("-$5 million", -5e6, "$"),
        ("500 yen", 500, "¥"),
        ("$4 billion", 4e9, "$"),
        ("50.55 percent", 50.55, "concentr-percent"),
        ("three hundred and twelve birds", 312, ""),
        ("twenty-one men", 21, ""),
        ("more than one candidate", 1, ""),
        ("two million years", 2e6, "duration-year"),
        ("the 25th time", 25, ""),
        ("400m apart", 400, "length-meter"),
        ("12s", 12, "duration-second"),
        ("In 1939 V. Smith came", 1939, ""),
        ("£5m", 5e6, "£"),
        ("GBP 5m", 5e6, "£"),
        ("5m euros", 5e6, "€"),
        ("5 M€", 5e6, "€"),
        ("2,5 Mio. Euro", 2.5e6, "€"),
        ("3.5M users", 3.5e6, ""),
        ("20k people", 2e4, ""),
        ("5 bio eggs", 5, ""),
        ("50 km2 of land", 50, "area-square-kilometer"),
        ("50 m3", 50, "volume-cubic-meter"),
        ("In 2020 M2 grew", 2020, ""),
        ("3 GWh", 3, "energy-gigawatt-hour"),
        ("3 gigawatt hours", 3, "energy-gigawatt-hour"),
        ("3 kilowatt hours", 3, "energy-kilowatt-hour"),
        ("3 Megawattstunden", 3, "energy-megawatt-hour"),
        ("a share of .43", 0.43, ""),
        ("a slope of -.34", -0.34, ""),
        ("$.50", 0.5, "$"),
        (".NET 5", 5, ""),
        ("1.2×10⁵ Pa", 1.2e5, "pressure-pascal"),
        ("1.5 × 10^5 litres", 1.5e5, "volume-liter"),
        ("3·10⁻² m", 0.03, "length-meter"),
        ("2½ cups", 2.5, "volume-cup"),
        ("1½ million", 1.5e6, ""),
        ("2 1/2 hours", 2.5, "duration-hour"),
        ("in 1850³", 1850, ""),
    ],
)
def test_values(text: str, value: float, unit: str) -> None:
    [number] = numbers(text)
    assert (number.value, number.unit) == (value, unit)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("25\n130\n450 patients", [25, 130, 450]),
        ("Table 3 \n 120 patients", [3, 120]),
        ("101\t250\n102\t300", [101, 250, 102, 300]),
        ("about 1 200\n000 people", [1200, 0]),
        ("a wall of 12\nkilometres", [12]),
    ],
)
def test_lines_and_cells_are_numbers_of_their_own(text: str, values: list[float]) -> None:
    assert [one.value for one in numbers(text)] == values


@pytest.mark.parametrize(
    "text",
    [
        "one of them",
        "hundreds came",
        "the A380 flew",
        "no numbers",
        "8. The leader serves from their election.",
        "(3) any member may ask for it",
        "and so on...5",
    ],
)
def test_what_is_no_amount(text: str) -> None:
    assert numbers(text) == []


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("3.5 million people", "3,500,000 people"),
        ("about 3.5 million people", "3,512,345 people"),
        ("seven hills", "7 hills"),
        ("in the 1990s", "in 1994"),
        ("12 percent", "12 %"),
        ("in 1889", "the year 1889"),
        ("4 kilometres", "4 km"),
        ("1.5 million", "1,5 Millionen"),
        ("more than 500 people", "523 people"),
        ("from 1998 to 2004", "1998-2004"),
        ("5 µg", "5 \u03bcg"),
        ("£5 million", "£5m"),
        ("20 pounds", "£20"),
        ("12 pounds", "12 lb"),
        ("5 megawatts", "5 MW"),
        ("5 milliwatts", "5 mW"),
        ("5 mw", "5 MW"),
        ("5 NM", "5 nautical miles"),
        ("5 nm", "5 nanometers"),
        ("5 kt", "5 knots"),
        ("the 10k race", "the 10 k race"),
        ("the 10 K race", "the 10k race"),
        ("300K", "300 kelvin"),
        ("300 kelvin", "300K"),
        ("300 K", "300K"),
        ("20k people", "20,000 people"),
        ("18 karat", "18 carat"),
        ("18 kt", "18 karat"),
        ("2,500 square kilometres", "2,500 km2"),
        ("2,500 km²", "2500 km2"),
        ("3 terawatt-hours", "3 TWh"),
        ("1.500 Einwohner", "1500 Einwohner"),
        ("1500 Einwohner", "1.500 Einwohner"),
        ("1,5 km", "1.500 km"),
        ("no fewer than 20 rooms", "at least 20 rooms"),
        ("no fewer than 20 rooms", "23 rooms"),
        ("not more than 20 rooms", "up to twenty rooms"),
        ("fewer than 20 rooms", "20 rooms"),
        ("It may have up to 64 letters.", "It must not be more than 64 letters long."),
        ("Take it for no more than 7 days.", "Do not take this for more than 7 days."),
        ("It holds up to fifty people.", "The hall can’t hold more than fifty people."),
        ("Persons under 18 may not enter.", "Only persons who are at least 18 may enter."),
        ("5 mg/kg", "5 mg per kilogram"),
        ("5 mg/kg", "5 mg of it"),
        ("5 mg/L", "5 mg/l"),
        ("5 mg per day per kg", "5 mg/kg/day"),
        ("5 mg per kilogram", "5 mg/kg per day"),
        ("20 g per kilowatt hour", "20 g/kWh"),
        ("5 mg per person per day", "5 mg/day"),
        ("between ten and fifteen people", "10 to 15 people"),
        ("two thousand and three hundred birds", "2300 birds"),
        ("3 °C and 5 °C", "3–5 °C"),
        ("3 °C and 5 °C", "3 – 5 °C"),
        ("the 22nd edition", "the twenty-second edition"),
        ("the twenty-second edition", "the 22nd edition"),
        ("a twenty-second film", "a film of 20 seconds"),
        ("between $10 million and $15 million", "$10–15 million"),
        ("between $10 million and $15 million", "between 10 and 15 million"),
        ("$10–15 million", "$10 million to $15 million"),
        ("10 Millionen bis 15 Millionen Euro", "10 bis 15 Millionen Euro"),
        ("r = 0.43 (p < .001)", "r = .43 (p < 0.001)"),
        ("minus 5 °C", "−5 °C"),
        ("−5 °C", "minus 5 °C"),
        ("minus 1,234.5 °C", "−1,234.5 °C"),
        ("minus 63 °C", "63 °C below zero"),
        ("plus or minus 3 points", "± 3 points"),
        ("minus 0 °C", "0 °C"),
        ("150,000 litres", "1.5 × 10^5 litres"),
        ("2½ hours", "two and a half hours"),
        ("two months and a half", "2½ months"),
        ("2 1/2 hours", "2.5 hours"),
        ("1½ million", "1.5 million"),
    ],
)
def test_the_same_number_written_otherwise(claim: str, source: str) -> None:
    assert numbers(claim)
    assert not any(says(numbers(source), number) for number in numbers(claim))


@pytest.mark.parametrize(
    ("claim", "source", "why"),
    [
        ("120 died", "102 died", "the number 120 is not in what it cites"),
        ("3.5 million", "3,512,345", "the number 3.5 million is not in what it cites"),
        ("30 miles", "30 km", "the number 30 miles stands with another unit in what it cites"),
        ("in the 1980s", "in 1994", "the number 1980s is not in what it cites"),
        ("5 Prozent", "2,5 Prozent", "the number 5 Prozent is not in what it cites"),
        ("5 °C", "-5 °C", "the number 5 °C is not in what it cites"),
        ("more than 500", "450", "the number 500 is not in what it cites"),
        ("5 mg", "5 kg", "the number 5 mg stands with another unit in what it cites"),
        ("5 µg", "5 g", "the number 5 µg stands with another unit in what it cites"),
        ("3 pp", "3%", "the number 3 pp stands with another unit in what it cites"),
        ("12 pounds", "12 kg", "the number 12 pounds stands with another unit in what it cites"),
        ("12 pints", "12 litres", "the number 12 pints stands with another unit in what it cites"),
        ("12 ms", "12 s", "the number 12 ms stands with another unit in what it cites"),
        ("5 MW", "5 mW", "the number 5 MW stands with another unit in what it cites"),
        ("20k people", "20 people", "the number 20k is not in what it cites"),
        ("3.5M users", "3.5K users", "the number 3.5M is not in what it cites"),
        ("300K", "300 m", "the number 300K is not in what it cites"),
        ("5 MB", "5 Mb", "the number 5 MB stands with another unit in what it cites"),
        ("12 kW", "12 W", "the number 12 kW stands with another unit in what it cites"),
        ("£5", "£5m", "the number £5 is not in what it cites"),
        (
            "$15 million",
            "€10–15 million",
            "the number $15 million stands with another unit in what it cites",
        ),
        ("10 million", "10 miles to 15 million", "the number 10 million is not in what it cites"),
        ("900 million", "900 to 1.2 million", "the number 900 million is not in what it cites"),
        ("the 25th", "the twenty-third", "the number 25 is not in what it cites"),
        ("the 23rd", "twenty third-graders", "the number 23 is not in what it cites"),
        ("fewer than 20 rooms", "more than 20 rooms", "what it cites has another bound at 20"),
        ("up to 20 rooms", "over twenty rooms", "what it cites has another bound at 20"),
        ("no more than 20 rooms", "no less than 20", "what it cites has another bound at 20"),
        ("under 20 kg", "more than 20 km", "the number 20 kg is not in what it cites"),
        (
            "It has fewer than 20 rooms.",
            "It is not old, and has more than 20 rooms.",
            "what it cites has another bound at 20",
        ),
        ("5 mg/kg", "5 mg/l", "the number 5 mg stands with another unit in what it cites"),
        ("5 mg per day", "5 mg/kg", "the number 5 mg stands with another unit in what it cites"),
        ("5 mg/kg/day", "5 mg/l/h", "the number 5 mg stands with another unit in what it cites"),
        ("$5/kg", "$5/l", "the number $5 stands with another unit in what it cites"),
        ("1.2×10⁵ Pa", "1.2×10³ Pa", "the number 1.2×10⁵ Pa is not in what it cites"),
        ("3×10⁻¹² m", "3×10⁻¹³ m", "the number 3×10⁻¹² m is not in what it cites"),
        ("2½ litres", "3¼ litres", "the number 2½ litres is not in what it cites"),
        ("0.5 kg", "half a quarter", "the number 0.5 kg is not in what it cites"),
        ("r = .34", "r = .43", "the number .34 is not in what it cites"),
        ("500", "0.500", "the number 500 is not in what it cites"),
        ("1.500", "15000", "the number 1.500 is not in what it cites"),
        ("5 km2", "5 km", "the number 5 km2 stands with another unit in what it cites"),
        ("3 GWh", "3 GW", "the number 3 GWh stands with another unit in what it cites"),
    ],
)
def test_another_number(claim: str, source: str, why: str) -> None:
    assert [says(numbers(source), number) for number in numbers(claim)] == [why]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("It had 1200 people in 1953.", ["1953"]),
        ("The siege killed 1200 armed men.", []),
        ("A wall of 1200 m was built in 1203.", ["1203"]),
        ("In 1953 people moved away.", ["1953"]),
        ("In 1687 Newton published the laws.", ["1687"]),
        ("In 1850 once more the mill burnt.", ["1850"]),
        ("By 1850 stones were laid.", ["1850"]),
        ("In 1850 bars opened.", ["1850"]),
        ("The 1500 metres were run at 1500 metres.", []),
        ("Er lebte in 1500 Meter Höhe in den Bergen.", []),
        ("From 1914 to 1918 soldiers fought.", ["1914", "1918"]),
        ("Smith 1998 shows the 1953 floods (1954).", ["1998", "1953", "1954"]),
        ("Dated 12/05/1953; 于1954年.", ["1953", "1954"]),
        ("Since the 1950s, for 1,200 years, at 1200 %.", []),
        ("Die Brücke wurde 1850 gebaut.", ["1850"]),
        ("Sie wurde 1900 erbaut.", ["1900"]),
        ("Sie steht dort, denn seit 1850 besteht eine Straße.", ["1850"]),
        ("Le pont fut construit en 1850 par Eiffel.", ["1850"]),
        ("Il ponte fu costruito nel 1900 dai romani.", ["1900"]),
        ("Le village comptait 1200 habitants.", []),
        ("Construction during 1850 was slow.", ["1850"]),
        ("It closed around 1850 because of floods.", ["1850"]),
        ("It lay there with about 1850 people.", []),
        ("The table has 1024 entries.", []),
        ("Eröffnet am 03.05.2019, seit 2019-05-03T10:00.", ["2019", "2019"]),
        ("It lasted from 1990-95.", ["1990", "1995"]),
    ],
)
def test_years_are_not_amounts(text: str, wanted: list[str]) -> None:
    assert years(text) == wanted


def test_a_year_before_a_word_of_a_unit_is_no_amount() -> None:
    assert amounts("In 1850 bars opened.") == []


def test_words_between_numbers_are_no_months() -> None:
    assert [one.value for one in amounts("9 out of 10 say so, and 12 may wait.")] == [9, 10, 12]


def test_a_decade_is_a_year_where_that_is_wanted() -> None:
    assert years("Since the 1950s", decades=True) == ["1950"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("on 3 May 1850", "3"),
        ("May 3rd, 1850", "3"),
        ("am 3. Mai", "3"),
        ("3 de mayo", "3"),
        ("le 1er août", "1"),
        ("5月3日", "3"),
    ],
)
def test_days(text: str, number: str) -> None:
    [day] = days(text)
    assert day[day.lastgroup or 0] == number
    assert amounts(text) == [] or "月" in text


def test_months() -> None:
    assert months("On 4 March 2021 and in Sept. 1999") == {"march", "september"}
    assert months("2022-05-07") == {"may"}
    assert months("They may march on; May I?") == set()


@pytest.mark.parametrize(
    ("claim", "source", "same"),
    [
        ("700 GB", "700 MB", False),
        ("256 bytes", "256 bits", False),
        ("four percent", "four percentage points", False),
        ("12 billion", "12 million", False),
        ("4 milliards d'euros", "4 millions d'euros", False),
        ("120 Meter", "120 Kilometer", False),
        ("64 kilobytes", "64 KB", True),
        ("4 millions d'euros", "4 000 000 €", True),
        ("共3万人", "共30000人", True),
        ("the twelfth century", "the 12th century", True),
        ("the 12th century", "the 12th and 13th centuries", True),
        ("the 13th century", "the 12th century", False),
        ("the 21st century", "the twenty-first century", True),
        ("in 1380", "the 14th century", False),
        ("im 16. Jahrhundert", "im 15. Jahrhundert", False),
    ],
)
def test_units_scales_and_centuries(claim: str, source: str, same: bool) -> None:
    assert all(not says(numbers(source), number) for number in numbers(claim)) == same


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("am 12. Mai 1904", {"may"}),
        ("le 3 août 1911", {"august"}),
        ("en mayo de 1926", {"may"}),
        ("1911年8月3日", {"august"}),
        ("am 03.05.2019", {"may"}),
        ("im Okt. 2019", {"october"}),
        ("12 ago 2019", {"august"}),
        ("It came out in 2000, and 10 years ago it", set()),
        ("la planète Mars et mars", set()),
        ("In 8 out of 10 cases it held.", set()),
        ("Up to 10 may attend, and 12 may wait.", set()),
        ("5 out. 2019 e 6 de out de 2020", {"october"}),
        ("el 3 may 2019", {"may"}),
        ("4/out/2019", {"october"}),
        ("4-may-2019", {"may"}),
        ("on may 3, 2019", {"may"}),
    ],
)
def test_months_of_other_languages(text: str, wanted: set[str]) -> None:
    assert months(text) == wanted
