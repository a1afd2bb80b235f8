/** C# whose behaviour shows in play mode, and tests that have to run. Not for the simulator, which runs no C#. */
import assert from 'node:assert/strict'
import type { ModelTask, ToolUse } from '../kit/model-task.ts'
import type { StartObject } from '../kit/start.ts'
import {
	addComponent,
	batch,
	configure,
	edit,
	play,
	played,
	query,
	read,
	refresh,
	write,
} from '../kit/uses.ts'
import type { World } from '../kit/world.ts'

const behaviour = (name: string, body: string): string =>
	`using UnityEngine;\n\npublic class ${name} : MonoBehaviour\n{\n${body}}\n`
const scriptOf = (name: string) => `Assets/Scripts/${name}.cs`

const lift = (condition: string): string =>
	behaviour(
		'Elevator',
		`    public float speed = 2f;
    public float top = 6f;

    void Update()
    {
        ${condition}transform.Translate(0f, speed * Time.deltaTime, 0f);
    }
`,
	)
/** 2 m per second in Unity's longest frame, a third of a second: on a busy machine it stops that much too high. */
const LONGEST_STEP = 0.7
const heightOf = async (world: World, path: string): Promise<number> => {
	const [, y = Number.NaN] = (await world.object(path)).of('Transform')['position'] as number[]
	return y
}
const elevator = (condition: string): ToolUse[] => [
	write(scriptOf('Elevator'), lift(condition)),
	refresh('Elevator'),
	addComponent('/Platform', 'Elevator'),
]
const LOOK = query('find', { name: 'Platform', fields: ['Transform.position'] })

const COINS = [2, 4, 6].map(
	(x, n): StartObject => ({
		name: `Coin ${n + 1}`,
		shape: 'Sphere',
		at: [x, 0.5, 0],
		scale: [0.5, 0.5, 0.5],
	}),
)
const BALL: StartObject = {
	name: 'Ball',
	shape: 'Sphere',
	at: [0, 0.5, 0],
	components: { Rigidbody: { useGravity: false }, Push: {} },
}
const PUSH = behaviour(
	'Push',
	'    void Start()\n    {\n        GetComponent<Rigidbody>().linearVelocity = new Vector3(4f, 0f, 0f);\n    }\n',
)
const SCORE = behaviour('Score', '    public int total;\n')
const COIN = behaviour(
	'Coin',
	`    void OnTriggerEnter(Collider other)
    {
        var score = other.GetComponent<Score>();
        if (score == null) return;
        score.total++;
        Destroy(gameObject);
    }
`,
)
const collecting = (coin: Record<string, unknown>): ToolUse[][] => [
	[write(scriptOf('Score'), SCORE), write(scriptOf('Coin'), COIN), refresh('Score', 'Coin')],
	[
		batch(
			addComponent('/Ball', 'Score'),
			...COINS.flatMap(({ name }) => [
				configure(`/${name}`, 'SphereCollider', coin),
				addComponent(`/${name}`, 'Coin'),
			]),
		),
	],
	[play('enter', { wait_seconds: 3 })],
	[query('find', { name: 'Ball', component_type: 'Score', fields: ['Score.total'] })],
	[play('exit')],
]

const PURSE = scriptOf('Purse')
const PURSE_TEXT = `public class Purse
{
    public int Coins { get; private set; }

    public void Earn(int coins)
    {
        Coins += coins;
    }

    /// Returns whether there was enough.
    public bool Spend(int coins)
    {
        Coins -= coins;
        return Coins >= 0;
    }
}
`
const PURSE_TESTS = 'Assets/Tests/Editor/PurseTests.cs'
const PURSE_TESTS_TEXT = `using NUnit.Framework;

public class PurseTests
{
    [Test]
    public void EarnsAndSpends()
    {
        var purse = new Purse();
        purse.Earn(5);
        Assert.IsTrue(purse.Spend(3));
        Assert.AreEqual(2, purse.Coins);
    }

    [Test]
    public void WhatIsNotThereIsNotSpent()
    {
        var purse = new Purse();
        purse.Earn(2);
        Assert.IsFalse(purse.Spend(3));
        Assert.AreEqual(2, purse.Coins);
    }
}
`
const tests: ToolUse = ['unity_tests', { action: 'run', mode: 'EditMode' }]
const SPEND = '        Coins -= coins;\n        return Coins >= 0;\n'

export const runningTasks: readonly ModelTask[] = [
	{
		id: 'elevator',
		prompt:
			'Write a script Elevator that lifts the platform at 2 m per second when I press play, until it is at a height of 6 m, and holds it there. Try it.',
		runsCSharp: true,
		start: { objects: [{ name: 'Platform', shape: 'Cube', scale: [3, 0.2, 3] }] },
		check: async (world) => {
			const [early, late] = [1.5, 5]
			const begun = await world.whilePlaying(early, () => heightOf(world, '/Platform'))
			assert.ok(Math.abs(begun - 2 * early) < 0.7, `After ${early} s it is at ${begun}.`)
			const ended = await world.whilePlaying(late, () => heightOf(world, '/Platform'))
			assert.ok(ended > 5.8 && ended < 6 + LONGEST_STEP, `After ${late} s it is at ${ended}.`)
			assert.deepEqual(await world.errors(), [])
			await world.untouchedBut({ objects: /^\/Platform$/, files: /Elevator\.cs$/ })
		},
		solution: played(
			'It rises to 6 m and stays there.',
			elevator('if (transform.position.y < top) '),
			play('enter', { wait_seconds: 4 }),
			LOOK,
			play('exit'),
		),
		wrong: played('It rises to 6 m and stays there.', elevator('')),
	},
	{
		id: 'collect-coins',
		prompt:
			'When the ball touches a coin, the coin should vanish and the public field "total" of a script Score on the ball should go up by one. The ball already rolls to the right when I press play. Try it.',
		runsCSharp: true,
		start: { files: { [scriptOf('Push')]: PUSH }, objects: [BALL, ...COINS] },
		check: async (world) => {
			const seen = await world.whilePlaying(3, async () => ({
				total: (await world.object('/Ball')).of('Score')['total'],
				left: await world.paths({ name: 'Coin' }),
			}))
			assert.deepEqual(seen, { total: 3, left: [] })
			assert.equal((await world.paths({ name: 'Coin' })).length, 3, 'Coins went for good.')
			assert.deepEqual(await world.errors(), [])
			await world.untouchedBut({ objects: /^\/(Ball|Coin)/, files: /\.cs$/ })
		},
		solution: played('It collects all three.', ...collecting({ isTrigger: true })),
		wrong: played('It collects all three.', ...collecting({ isTrigger: false })),
	},
	{
		id: 'failing-tests',
		prompt:
			'Run the edit mode tests. If one fails, the code is wrong and not the test: fix it and run them again. Which test failed?',
		runsCSharp: true,
		start: { files: { [PURSE]: PURSE_TEXT, [PURSE_TESTS]: PURSE_TESTS_TEXT } },
		check: async (world) => {
			world.mentions('WhatIsNotThereIsNotSpent')
			await world.untouchedBut({ files: /Purse\.cs$/ })
			const ran = await world.act<{ total: number; passed: number }>(tests)
			assert.deepEqual([ran.total, ran.passed], [2, 2])
		},
		solution: played(
			'WhatIsNotThereIsNotSpent failed; both pass now.',
			tests,
			[read(PURSE), read(PURSE_TESTS)],
			[
				edit(
					PURSE,
					SPEND,
					'        if (coins > Coins) return false;\n        Coins -= coins;\n        return true;\n',
				),
				refresh(),
			],
			tests,
		),
		wrong: played(
			'WhatIsNotThereIsNotSpent failed; both pass now.',
			[edit(PURSE, SPEND, '        Coins -= coins;\n        return Coins > 0;\n'), refresh()],
			tests,
		),
	},
]
