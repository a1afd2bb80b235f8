/** C# that has to compile, and tests of it. */

import assert from 'node:assert/strict'
import type { ModelTask } from '../kit/model-task.ts'
import { NUNIT_TEST } from '../kit/nunit.ts'
import { configure, edit, played, read, refresh, write } from '../kit/uses.ts'

const script = (name: string, body: string): string =>
	`using UnityEngine;\n\npublic class ${name} : MonoBehaviour\n{\n${body}}\n`

const SPINNER = script(
	'Spinner',
	'    public float speed = 90f;\n\n    void Update()\n    {\n        transform.Rotate(0f, speed * Time.deltaTime, 0f);\n    }\n',
)
const MOVER = 'Assets/Scripts/Mover.cs'
const BROKEN_MOVER = script(
	'Mover',
	'    public float speed = 2f\n\n    void Update()\n    {\n        transform.Translate(Vector3.forward * speed * Time.deltaTime);\n    }\n',
)
const COIN = 'Assets/Scripts/Coin.cs'
const WALLET = 'Assets/Scripts/Wallet.cs'
const COIN_TEXT = script('Coin', '    public int amount = 5;\n')
const WALLET_TEXT = script(
	'Wallet',
	'    public int total;\n\n    public void Take(Coin coin)\n    {\n        total += coin.amount;\n    }\n',
)
const ADDER = `public static class Adder
{
    public static int Add(int a, int b)
    {
        return a + b;
    }
}
`
const ADDER_TESTS = `using NUnit.Framework;

public class AdderTests
{
    [Test]
    public void Adds()
    {
        Assert.AreEqual(5, Adder.Add(2, 3));
    }
}
`

export const scriptTasks: readonly ModelTask[] = [
	{
		id: 'spinner',
		prompt:
			'Write a script Spinner that turns an object around its vertical axis at a public speed in degrees per second (90 by default), and put it on the windmill with a speed of 45.',
		start: { objects: [{ name: 'Windmill', shape: 'Cylinder' }] },
		check: async (world) => {
			assert.ok(await world.hasType('Spinner'), 'Unity knows no Spinner.')
			assert.equal((await world.object('/Windmill')).of('Spinner')['speed'], 45)
			assert.deepEqual(await world.errors(), [])
			await world.untouchedBut({ objects: /^\/Windmill$/, files: /Spinner\.cs$/ })
		},
		solution: played('It spins.', [
			write('Assets/Scripts/Spinner.cs', SPINNER),
			refresh('Spinner'),
			configure('/Windmill', 'Spinner', { speed: 45 }),
		]),
		wrong: played(
			'It spins.',
			write('Assets/Scripts/Spinner.cs', SPINNER),
			configure('/Windmill', 'Spinner', { speed: 45 }),
		),
	},
	{
		id: 'mend-the-compile-error',
		prompt: 'Unity says there are compile errors. Please fix them.',
		start: { files: { [MOVER]: BROKEN_MOVER, [COIN]: COIN_TEXT } },
		check: async (world) => {
			assert.ok(await world.hasType('Mover'), 'Mover does not compile.')
			assert.deepEqual(await world.errors(), [])
			assert.match(await world.file(MOVER), /speed = 2f;/, 'The field went.')
			await world.untouchedBut({ files: /Mover\.cs$/ })
		},
		solution: played('A semicolon was missing.', refresh(), read(MOVER), [
			edit(MOVER, 'speed = 2f', 'speed = 2f;'),
			refresh('Mover'),
		]),
		wrong: played(
			'I removed the broken script.',
			['unity_asset', { action: 'delete', path: MOVER }],
			refresh(),
		),
	},
	{
		id: 'rename-a-field',
		prompt: 'In Coin, rename the field "amount" to "worth", everywhere it is used.',
		start: { files: { [COIN]: COIN_TEXT, [WALLET]: WALLET_TEXT } },
		check: async (world) => {
			assert.match(await world.file(COIN), /\bint worth = 5;/)
			assert.match(await world.file(WALLET), /\bcoin\.worth\b/)
			assert.ok(await world.hasType('Wallet'))
			assert.deepEqual(await world.errors(), [])
			await world.untouchedBut({ files: /(Coin|Wallet)\.cs$/ })
		},
		solution: played(
			'It is renamed.',
			['search_files', { regex: '\\bamount\\b', path: 'Assets' }],
			[edit(COIN, 'int amount', 'int worth'), edit(WALLET, 'coin.amount', 'coin.worth'), refresh()],
		),
		wrong: played('It is renamed.', edit(COIN, 'int amount', 'int worth'), refresh()),
	},
	{
		id: 'wire-a-reference',
		prompt:
			'Create a script Follow with a public Transform "target", put it on the main camera and let it follow the player.',
		start: {
			objects: [
				{ name: 'Player', shape: 'Capsule', tag: 'Player' },
				{ name: 'Decoy', shape: 'Capsule' },
			],
		},
		check: async (world) => {
			const { target } = (await world.object('/Main Camera')).of('Follow')
			assert.match(JSON.stringify(target ?? null), /Player/, 'It follows nobody.')
			assert.deepEqual(await world.errors(), [])
			await world.untouchedBut({ objects: /^\/Main Camera$/, files: /Follow\.cs$/ })
		},
		solution: played('The camera follows the player.', [
			write(
				'Assets/Scripts/Follow.cs',
				script(
					'Follow',
					'    public Transform target;\n\n    void LateUpdate()\n    {\n        transform.LookAt(target);\n    }\n',
				),
			),
			refresh('Follow'),
			configure('/Main Camera', 'Follow', { target: '/Player' }),
		]),
		wrong: played(
			'The camera follows the player.',
			write('Assets/Scripts/Follow.cs', script('Follow', '    public Transform target;\n')),
			refresh('Follow'),
			[
				'unity_component',
				{ action: 'add', game_object_id: '/Main Camera', component_type: 'Follow' },
			],
		),
	},
	{
		id: 'write-a-test',
		prompt:
			'Write an edit mode test for Adder.Add in Assets/Tests/Editor/AdderTests.cs. It has to compile.',
		start: { files: { 'Assets/Scripts/Adder.cs': ADDER } },
		check: async (world) => {
			const text = await world.file('Assets/Tests/Editor/AdderTests.cs')
			assert.match(text, NUNIT_TEST)
			assert.match(text, /Adder\.Add\(/)
			assert.deepEqual(await world.errors(), [])
			await world.untouchedBut({ files: /AdderTests\.cs$/ })
		},
		solution: played('It compiles.', read('Assets/Scripts/Adder.cs'), [
			write('Assets/Tests/Editor/AdderTests.cs', ADDER_TESTS),
			refresh(),
		]),
		wrong: played(
			'It compiles.',
			write('Assets/Tests/Editor/AdderTests.cs', ADDER_TESTS.replace('(2, 3));', '(2, 3))')),
			refresh(),
		),
	},
	{
		id: 'what-does-the-console-say',
		prompt:
			'What is wrong in the console? Just tell me the file and the error code, do not fix it.',
		start: { files: { [MOVER]: BROKEN_MOVER } },
		check: async (world) => {
			world.mentions('Mover.cs', 'CS1002')
			await world.untouchedBut()
		},
		solution: played('Assets/Scripts/Mover.cs, line 5: CS1002, a semicolon is missing.', refresh()),
		wrong: played(
			'Mover.cs had the error CS1002; I fixed it.',
			edit(MOVER, 'speed = 2f', 'speed = 2f;'),
			refresh(),
		),
	},
]
