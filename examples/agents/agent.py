"""An agent for `drover agent serve` with nothing but the standard library: one line of JSON in, one out.

    drover agent serve --agent switches --cmd "python3 agent.py"
    drover run "Turn on Bluetooth" --agent external:switches

It turns switches of Android's settings on and off by rules. Put your model where `choose` is.
"""

import json
import re
import sys

PLACES = {"bluetooth": ["Connected devices", "Connection preferences"], "airplane mode": ["Network & internet"]}
LINE = re.compile(r'^ *\[(\d+)\] ([A-Z]+) "((?:[^"\\]|\\.)*)"(.*)$')


def elements(text):
    """Each element of the screen as (id, type, title, rest of its line)."""
    for line in text.splitlines():
        found = LINE.match(line)
        if found:
            title = json.loads('"%s"' % found[3]).split(" | ")[0]
            yield int(found[1]), found[2], title, found[4]


def choose(observation):
    """The next actions and why."""
    task = re.match(r"turn (on|off) (?:the )?(.+?)\.?$", observation["task"], re.I)
    if not task:
        return [{"action": "FINISH", "status": "infeasible", "summary": "I only turn switches on and off."}], "Not mine."
    wanted, name = task[1].lower() == "on", task[2]
    shown = list(elements(observation.get("elementText", "")))
    for number, kind, title, rest in shown:
        if name.lower() in title.lower() and re.search(r"\b(UN)?CHECKED\b", rest):
            if ("UNCHECKED" not in rest) == wanted:
                return [{"action": "FINISH", "status": "success", "summary": f"{title} is {task[1]}."}], "It is done."
            return [{"action": "tap", "element": number}], f"I turn it {task[1]}."
    if observation.get("app", {}).get("package") != "com.android.settings":
        return [{"action": "open_app", "app": "com.android.settings"}], "The switch is in the settings."
    for place in [name, *reversed(PLACES.get(name.lower(), []))]:
        for number, kind, title, rest in shown:
            if title.lower() == place.lower() and "CLICKABLE" in rest:
                return [{"action": "tap", "element": number}], f"It lies below {place}."
    return [{"action": "scroll", "direction": "down"}], "It must be further down."


for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "end":
        print("The job ended:", told["job"].get("outcome"), file=sys.stderr)
        break
    actions, why = choose(told["observation"])
    print(json.dumps({"turnId": told["turnId"], "actions": actions, "thinking": why}), flush=True)
