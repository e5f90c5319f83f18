"""No dead links: from the home of every role, each link leads somewhere, and every page has a name and the scripts it needs."""
import collections, html, re

import pytest

import contract
from school import ROOT, local

WHO = ["anonymous", *contract.ROLES, *contract.GUESTS]
BEHAVIOUR = re.compile(r'= Behaviour\("([a-z]+)", on: "(data-[a-z-]+)"\)')


def behaviours():
    """Script → the attributes by which it knows its elements, as the components declare them."""
    found = collections.defaultdict(set)
    for folder in ("Sources", "Features"):
        for path in (ROOT / folder).rglob("*.swift"):
            for script, attribute in BEHAVIOUR.findall(path.read_text()) if "/Tests/" not in str(path) else ():
                found[script].add(attribute)
    return found


@pytest.mark.parametrize("role", WHO)
def test_every_page_names_the_scripts_its_elements_need_and_no_others(reachable, role):
    known, wrong = behaviours(), []
    assert len(known) > 20
    for seen in (s for s in reachable[role].values() if s.is_page):
        named = [found.group(1) for found in (re.search(r"/js/([a-z]+)\.js$", asset) for asset in seen.assets) if found]
        needed = {script for script, attributes in known.items() if attributes & seen.attributes}
        if named[:1] != ["app"] or set(named[1:]) != needed or len(named) != len(set(named)):
            wrong.append(f"{seen.path} names {named} and needs app and {sorted(needed)}")
    assert not wrong, f"{len(wrong)} pages\n" + "\n".join(wrong[:40])


@pytest.mark.parametrize("role", WHO)
def test_every_link_leads_to_a_page(reachable, role):
    expected = {path: 404 for path in contract.UNLINKED.get(role, []) if "no/such" in path}
    dead = [f"{s.path} answers {s.status} (linked from {s.source or 'the start'})"
            for s in reachable[role].values() if s.status != expected.get(s.path, 200)]
    assert not dead, f"{len(dead)} dead links\n" + "\n".join(dead[:40])


@pytest.mark.parametrize("role", contract.ROLES)
def test_a_home_leads_somewhere(reachable, role):
    assert len(reachable[role]) > 3, f"only {sorted(reachable[role])}"


@pytest.mark.parametrize("role", WHO)
def test_every_page_has_a_name(reachable, role):
    nameless = [s.path for s in reachable[role].values() if s.is_page and not s.page]
    assert not nameless, f"no data-page on {nameless}"


@pytest.mark.parametrize("role", WHO)
def test_every_fragment_exists(reachable, role):
    pages, broken = reachable[role], []
    for seen in pages.values():
        for href, _ in seen.links:
            path, _, fragment = href.partition("#")
            target = pages.get(seen.path if not path else path)
            if fragment and target and fragment not in target.ids:
                broken.append(f"{seen.path}: {href}")
    assert not broken, "\n".join(broken)


def test_every_asset_is_there(server, people, reachable):
    session, dead, asked = people.session("owner"), [], set()
    for role in WHO:
        for seen in reachable[role].values():
            for asset in seen.assets:
                path = local(session, seen.path, asset)
                if path is None:
                    dead.append(f"{seen.path}: {asset} is on another server")
                elif path not in asked:
                    asked.add(path)
                    # a picture in a talk is there for those who talk, and for nobody else
                    if (status := people.session(role).get(path).status_code) != 200:
                        dead.append(f"{seen.path}: {asset} answers {status}")
    assert not dead, "\n".join(dead)


def test_every_page_of_the_route_table_is_linked(server, people, reachable):
    """Orphans: pages that no role's links reach. A page nobody can click to does not exist for anybody."""
    session, led = people.session("owner"), set()
    for pages in reachable.values():
        for seen in pages.values():
            led |= {seen.path, *(local(session, seen.path, href) or "" for href in [*(h for h, _ in seen.links), *seen.assets])}
    shapes = {contract.shape(path): path for path in led}.values()
    orphans = [r["path"] for r in server.routes() if is_page(r) and not any(contract.matches(r["path"], p) for p in shapes)]
    assert not orphans, f"no link leads to {orphans}; add links, or name the reason in contract.UNLINKED or contract.LED_BY_A_FORM"


def is_page(route):
    return route["method"] == "GET" and not route["path"].startswith("/api/") and not contract.SKIP.search(route["path"]) \
        and route["path"] not in contract.LED_BY_A_FORM \
        and not any(contract.matches(route["path"], p) for paths in contract.UNLINKED.values() for p in paths)


# The first page says the day instead: whoever is there knows that it is the first, and the day is what they look for.
SAYS_OTHERWISE = {contract.HOME}


@pytest.mark.parametrize("language", contract.LANGUAGES)
@pytest.mark.parametrize("role", contract.ROLES)
def test_a_page_is_called_what_the_bar_calls_it(people, role, language):
    """In both schools, because a kind of school has words of its own."""
    for school in (0, 1):
        session = people.session(role, school=school).speak(language)
        places = side_bar(session.follow(contract.HOME)[0].text)
        assert len(places) > 5
        for path in places.keys() - SAYS_OTHERWISE:
            title = re.search(r"<h1>(.*?)</h1>", session.get(path).text, re.S)[1]
            assert bare(title) == places[path], f"{path} in {session.account['school']}"


def side_bar(source):
    """Path → word, without the dot of news and the key that is printed beside it."""
    bar = re.search(r'<nav class="side".*?</nav>', source, re.S)[0]
    return {path: bare(re.sub(r"<(kbd|span).*", "", word, flags=re.S))
            for path, word in re.findall(r'<a href="([^"]+)"[^>]*>(.*?)</a>', bar, re.S)}


def bare(word):
    return re.sub("[\u2066-\u2069]", "", html.unescape(re.sub("<[^>]+>", "", word))).strip()
