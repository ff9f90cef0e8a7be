"""A learner that sees nothing but rewards, on five tasks: it shows that what `drover env serve` answers can be learned from.

Each task is a bandit with one arm for each switch or choice of the phone: an arm is a short plan of taps. The learner tries
arms by their mean reward (epsilon-greedy), and prints the mean reward of each round of all tasks, and of chance beside it.

    DROVER_ENV_URL=$(drover env serve tasks/settings.yaml --port 0) python3 bandit_learner.py
"""

import json
import os
import random
import re
import sys

from gymnasium_env import DroverEnv

TASKS = ["bluetooth-on", "dark-theme", "auto-rotate", "wifi-off", "airplane-mode"]
SETTINGS = {"action": "open_app", "app": "Settings"}
NETWORK = "Network & internet"
SCROLL = "scroll"
#: Words of the elements to tap, one after another, from the first page of Settings.
ARMS = [
    ["Connected devices", "Connection preferences", '"Bluetooth', "Use Bluetooth"],
    ["Display", "Dark theme"],
    ["Display", SCROLL, "Auto-rotate screen"],
    [NETWORK, '"Internet', '"Wi.Fi'],
    [NETWORK, "Airplane mode"],
    ["Display", "Adaptive brightness"],
    [NETWORK, "Data Saver"],
    ["Sound"],
    ["Battery"],
    ["Notifications"],
]


def play(env, arm, seed):
    """Does one arm's taps, claims success, and returns the reward."""
    env.reset(seed=seed)
    seen = env.step(SETTINGS)[0]
    for words in ARMS[arm]:
        if words == SCROLL:
            seen = env.step({"action": "scroll", "direction": "down"})[0]
            continue
        line = next((one for one in seen["elementText"].split("\n") if re.search(words, one)), None)
        if line is None:
            break
        seen = env.step({"action": "tap", "element": int(re.search(r"\[(\d+)\]", line)[1])})[0]
    return env.step({"action": "FINISH", "status": "success"})[1]


def learn(url, rounds, seed):
    numbers = random.Random(seed)
    envs = {task: DroverEnv(url, task) for task in TASKS}
    tried = {task: [[] for _ in ARMS] for task in TASKS}
    means = []
    for number in range(rounds):
        rewards = []
        for task, env in envs.items():
            # An arm that was never tried may be as good as any: 1 is the most that there is.
            worth = [sum(seen) / len(seen) if seen else 1.0 for seen in tried[task]]
            explores = number < len(ARMS) // 2 or numbers.random() < 0.05
            arm = numbers.randrange(len(ARMS)) if explores else worth.index(max(worth))
            rewards.append(play(env, arm, seed=number))
            tried[task][arm].append(rewards[-1])
        means.append(sum(rewards) / len(rewards))
        print(json.dumps({"round": number, "reward": round(means[-1], 3)}), flush=True)
    for env in envs.values():
        env.close()
    return means


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    means = learn(os.environ["DROVER_ENV_URL"], rounds, seed=7)
    fifth = max(1, len(means) // 5)
    first, last = sum(means[:fifth]) / fifth, sum(means[-fifth:]) / fifth
    print(json.dumps({"first": round(first, 3), "last": round(last, 3)}))
    sys.exit(0 if last > first else 1)
