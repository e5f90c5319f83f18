"""Renders every html block of Public/README.md into pages one can look at.

    python3 scripts/assets/preview.py /tmp/kit      then serve that folder over http
"""
import html, pathlib, re, shutil, sys

public = pathlib.Path(__file__).resolve().parents[2] / "Public"
out = pathlib.Path(sys.argv[1])
assets = out / "assets" / "HASH"
shutil.rmtree(assets, ignore_errors=True)
shutil.copytree(public, assets)
order = (public / "css/_order.txt").read_text().split()
(assets / "app.css").write_text("".join((public / "css" / name).read_text() for name in order))

icon = lambda name, more="": f'<svg class="icon{more}" aria-hidden="true"><use href="/assets/HASH/icons.svg#{name}"></use></svg>'
words = {
    "en": ("ltr", "Homeroom", "Students", "18 children", ("Home", "Students", "Classes", "Messages", "Settings", "More")),
    "he": ("rtl", "Homeroom", "תלמידים", "18 ילדים בכיתה", ("בית", "תלמידים", "כיתות", "הודעות", "הגדרות", "עוד")),
    "ar": ("rtl", "Homeroom", "الطلاب", "١٨ طفلاً في الصف", ("الرئيسية", "الطلاب", "الصفوف", "الرسائل", "الإعدادات", "المزيد")),
}
translate = {
    "he": {"Present": "נוכח", "Absent": "נעדר", "Late": "איחור", "Excused": "מוצדק", "Maya Levi": "מאיה לוי", "Add student": "הוספת תלמיד", "Search students": "חיפוש תלמידים", "Cancel": "ביטול", "Next": "הבא", "Previous": "הקודם", "Everyone is marked": "כולם סומנו", "Not marked yet": "עוד לא סומן"},
    "ar": {"Present": "حاضر", "Absent": "غائب", "Late": "متأخر", "Excused": "معذور", "Maya Levi": "مايا ليفي", "Add student": "إضافة طالب", "Search students": "البحث عن الطلاب", "Cancel": "إلغاء", "Next": "التالي", "Previous": "السابق", "Everyone is marked": "تم تسجيل الجميع", "Not marked yet": "لم يُسجَّل بعد"},
}
readme = (public / "README.md").read_text()
sections = [(title, re.findall(r"```html\n(.*?)```", body, re.S)) for title, body in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", readme, re.S | re.M)]


def speak(text, language):
    for a, b in translate.get(language, {}).items():
        text = text.replace(f">{a}<", f">{b}<").replace(f"</svg>{a}<", f"</svg>{b}<").replace(f'"{a}"', f'"{b}"')
    return text


def page(body, language, theme, scheme, cls="frame"):
    direction = words[language][0]
    return f'''<!doctype html><html lang="{language}" dir="{direction}" data-theme="{theme}" data-scheme="{scheme}" data-word-failed="Failed" data-word-offline="Offline"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>Kit</title><link rel="stylesheet" href="/assets/HASH/app.css"><link rel="icon" href="/assets/HASH/favicon.svg"><script type="module" src="/assets/HASH/js/app.js"></script></head><body class="{cls}">{body}</body></html>'''


def frame(content, language, toast=""):
    _, brand, title, lede, tabs = words[language]
    names = list(zip(("home", "people", "class", "mail", "settings"), tabs))
    link = lambda n, w, here: f'<a href="#"{" aria-current=page" if here else ""}>{icon(n)}'
    side = "".join(link(n, w, k == 1) + f"{w}<kbd aria-hidden=true>g {w[0]}</kbd></a>" for k, (n, w) in enumerate(names[:4]))
    bar = "".join(link(n, w, k == 1) + f"<span class=word>{w}</span></a>" for k, (n, w) in enumerate(names[:4]))
    return f'''<a class="skip" href="#main">Skip</a><header class="top"><a class="brand" href="#">{icon("mark", " brand__mark")}<span class="brand__word">{brand}</span></a><button class="switcher" popovertarget="menu-schools" aria-label="Rimon School"><span class="switcher__mark" aria-hidden="true">R</span><span class="switcher__name">Rimon School</span>{icon("chevron-down", " icon--small")}</button><p class="top__title" aria-hidden="true">{title}</p><div class="top__end"><a class="top__button" href="#" aria-label="Search">{icon("search")}</a><a class="top__button" href="#" aria-label="Notices" data-dot>{icon("bell")}</a><button class="top__button" popovertarget="menu-me" aria-label="Account"><span class="avatar avatar--small" data-hue="3" aria-hidden="true">ON</span></button></div></header><nav class="side" aria-label="Main">{side}<div class="side__end"><a href="#">{icon("settings")}{tabs[4]}</a></div></nav><main class="page" id="main" tabindex="-1"><div class="page__head"><div><h1>{title}</h1><p class="page__lede">{lede}</p></div><div class="page__actions desk-only"><a class="button button--primary" href="#" data-dialog="new-student">{icon("plus")}Add student</a></div></div>{content}</main><nav class="tabbar" aria-label="Main tabs">{bar}<button popovertarget="menu-me">{icon("more")}<span class="word">{tabs[5]}</span></button></nav><div class="toasts" id="toasts" role="status">{toast}</div><p class="offline" role="status" data-word="Offline"></p>'''


by = dict(sections)
toast = by["Toast"][0]
everything = "".join(f'<section class="stack"><h2 class="section-title">{html.escape(t)}</h2>{"".join(blocks)}</section>' for t, blocks in sections if blocks and t not in ("Toast", "Switcher", "Fab"))
schools = by["Switcher"][0].split("\n", 1)[1]
register = "".join(by[k][0] for k in ("Search", "Stats", "Pill: attendance"))
menus = by["Menu"][0].split("\n", 1)[1] + by["Dialog"][0] + schools
signin = f'''<a class="skip" href="#main">Skip</a><a class="brand" href="#">{icon("mark", " brand__mark")}<span>Homeroom</span></a><main class="page" id="main"><div class="page__head"><div><h1>Welcome back</h1><p class="page__lede">Sign in to see your day.</p></div></div><div class="card stack"><form class="form" data-sign><div class="field"><label class="field__label" for="e">Email</label><input id="e" type="email"></div><div class="field"><label class="field__label" for="p">Password</label><input id="p" type="password"></div><button class="button button--primary button--wide">Sign in</button></form><p class="or">or</p><button class="button button--wide">{icon("key")}Use a passkey</button></div></main><footer class="plain__foot"><a href="#" lang="en">English</a><a href="#" lang="fr">Français</a><a href="#" lang="ar">العربية</a><a href="#" lang="he">עברית</a></footer>'''
wizard = f'''<a class="brand" href="#">{icon("mark", " brand__mark")}<span>Homeroom</span></a>{by["Steps"][0]}<main class="page" id="main"><div class="page__head"><div><h1>Your first classroom</h1><p class="page__lede">You can add more later.</p></div></div><div class="stack stack--loose">{"".join(by["Choice"])}<div class="form__actions"><a class="button" href="#">Back</a><button class="button button--primary">Next</button></div></div></main>'''
for theme in ("wolfwhale", "montessori", "oasis", "hogwarts"):
    for scheme in ("light", "dark"):
        for language in words:
            tag = f"{theme}-{scheme}-{language}"
            (out / f"kit-{tag}.html").write_text(page(frame(speak(f'<div class="stack stack--loose">{everything}</div>', language) + schools, language), language, theme, scheme))
            (out / f"register-{tag}.html").write_text(page(frame(speak(f'<div class="stack">{register}</div>', language) + menus + by["Fab"][0], language, toast), language, theme, scheme))
            (out / f"signin-{tag}.html").write_text(page(signin, language, theme, scheme, "plain"))
            (out / f"wizard-{tag}.html").write_text(page(wizard, language, theme, scheme, "plain plain--wide"))
