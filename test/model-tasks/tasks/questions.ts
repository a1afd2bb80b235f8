/** Questions that are answered by reading. Nothing may change. */
import type { ModelTask } from '../kit/model-task.ts'
import type { StartObject } from '../kit/start.ts'
import { destroy, inspect, look, played, prefab, query, read } from '../kit/uses.ts'

const BODIES = [
	['Feather', 0.1],
	['Anvil', 150],
	['Ball', 2],
	['Chest', 40],
] as const

const HOUSE: readonly StartObject[] = [
	{
		name: 'House',
		children: [
			{ name: 'Cellar', children: [{ name: 'Safe', shape: 'Cube', at: [1, -2, 3] }] },
			{ name: 'Secret Room', hidden: true, children: [{ name: 'Chest', shape: 'Cube' }] },
			{ name: 'Loft', children: [{ name: 'Lamp', shape: 'PointLight' }] },
			{ name: 'Porch', children: [{ name: 'Lantern', shape: 'SpotLight' }] },
		],
	},
]

const HEALTH = `using UnityEngine;

public class Health : MonoBehaviour
{
    public const int Limit = 240;
    public int current = 90;

    public void Hit(int damage)
    {
        current = Mathf.Max(0, current - damage);
    }
}
`

export const questionTasks: readonly ModelTask[] = [
	{
		id: 'how-many-lights',
		prompt: 'How many lights are in the scene, and what are they called?',
		start: { objects: HOUSE },
		check: async (world) => {
			world.mentions(/\b(3|three)\b/i, 'Directional Light', 'Lamp', 'Lantern')
			await world.untouchedBut()
		},
		solution: played(
			'There are 3 lights: Directional Light, Lamp and Lantern.',
			query('find', { component_type: 'Light' }),
		),
		wrong: played('There are 2 lights: Lamp and Lantern.', look()),
	},
	{
		id: 'heaviest-body',
		prompt: 'Which object with a Rigidbody is the heaviest, and what is its mass?',
		start: {
			objects: BODIES.map(([name, mass], n) => ({
				name,
				shape: 'Cube',
				at: [n * 2, 1, 0] as const,
				components: { Rigidbody: { mass } },
			})),
		},
		check: async (world) => {
			world.mentions('Anvil', '150')
			await world.untouchedBut()
		},
		solution: played(
			'The Anvil, with a mass of 150.',
			query('find', { component_type: 'Rigidbody', fields: ['mass'] }),
		),
		wrong: played('The Chest, with a mass of 40.', inspect('/Chest')),
	},
	{
		id: 'inside-a-prefab-file',
		prompt: 'What mass does the door inside Assets/Prefabs/Safe.prefab have?',
		start: {
			prefabs: {
				'Assets/Prefabs/Safe.prefab': {
					name: 'Safe',
					shape: 'Cube',
					components: { Rigidbody: { mass: 310 } },
					children: [{ name: 'Door', shape: 'Cube', components: { Rigidbody: { mass: 42 } } }],
				},
			},
		},
		check: async (world) => {
			world.mentions(/\b42\b/)
			await world.untouchedBut()
		},
		solution: played(
			'The door has a mass of 42.',
			prefab('inspect_asset', { asset_path: 'Assets/Prefabs/Safe.prefab' }),
			inspect('Assets/Prefabs/Safe.prefab#Door'),
		),
		wrong: played('The safe has a mass of 310.', inspect('Assets/Prefabs/Safe.prefab')),
	},
	{
		id: 'what-is-hidden',
		prompt: 'Something in the house is switched off. What is it?',
		start: { objects: HOUSE },
		check: async (world) => {
			world.mentions('Secret Room')
			await world.untouchedBut()
		},
		solution: played('The Secret Room is inactive, and with it the chest inside.', look()),
		wrong: played('The cellar is inactive.', look()),
	},
	{
		id: 'health-limit',
		prompt: 'What is the highest health a character can have according to our code?',
		start: { files: { 'Assets/Scripts/Health.cs': HEALTH } },
		mode: 'read-only',
		check: async (world) => {
			world.mentions('240')
			await world.untouchedBut()
		},
		solution: played(
			'240: Health.Limit in Assets/Scripts/Health.cs.',
			['list_directory', { path: 'Assets', depth: 3 }],
			read('Assets/Scripts/Health.cs'),
		),
		wrong: played('90.', read('Assets/Scripts/Health.cs')),
	},
	{
		id: 'where-is-the-safe',
		prompt: 'Where is the safe, in world coordinates?',
		start: { objects: HOUSE.map((house) => ({ ...house, at: [10, 0, 0] as const })) },
		check: async (world) => {
			world.mentions(/\b11(\.0+)?\s*[,;/|]\s*(y\s*=?\s*)?[-−]2(\.0+)?\s*[,;/|]\s*(z\s*=?\s*)?3\b/i)
			await world.untouchedBut()
		},
		solution: played(
			'At (11, -2, 3).',
			query('find', { name: 'Safe' }),
			inspect('/House/Cellar/Safe'),
		),
		wrong: played('At (1, -2, 3).', inspect('/House/Cellar/Safe')),
	},
	{
		id: 'just-asking',
		prompt: 'Would it be safe to delete the House, or does anything outside of it depend on it?',
		start: { objects: [...HOUSE, { name: 'Garden', shape: 'Plane' }] },
		check: async (world) => {
			world.mentions(/\b(nothing|none|no other|no object|no component|independent|yes)\b/i)
			await world.untouchedBut()
		},
		solution: played('Nothing outside of the House depends on it, so it is safe.', look()),
		wrong: played('The House is deleted, nothing depended on it.', look(), destroy('/House')),
	},
]
