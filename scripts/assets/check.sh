#!/bin/sh
# The rules of Public/: tokens only, logical properties only, rem only, legible, and nothing said in JavaScript. Prints what breaks them.
cd "$(dirname "$0")/../../Public" || exit 2
bad=0
no() { if found=$(grep -nE "$2" $3 | grep -vE "${4:-^$}"); then echo "$1:"; echo "$found"; bad=1; fi; }
no "physical side" '(margin|padding|border|inset|scroll-(margin|padding))-(left|right|top|bottom)|text-align: *(left|right)|float: *(left|right)|(^|[ {;])(left|right|top|bottom) *:' 'css/*.css' '^css/tokens.css:.*env'
no "font size in px" 'font(-size)? *:[^;]*[0-9]px' 'css/*.css'
no "colour outside the tokens" '#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(' 'css/*.css' '^css/tokens'
no "import" '@import' 'css/*.css'
no "words in a module" '(textContent|innerText|placeholder|title|alert|confirm) *(=|\() *["`][A-Za-z]' 'js/*.js'
for name in css/*.css; do grep -qx "$(basename "$name")" css/_order.txt || { echo "not in _order.txt: $name"; bad=1; }; done
while read -r name; do [ -f "css/$name" ] || { echo "named but missing: $name"; bad=1; }; done < css/_order.txt
cd .. && python3 scripts/assets/fallback.py --check || bad=1
python3 scripts/assets/contrast.py || bad=1
exit $bad
