/** Set-ups that examples of more than one tool refer to. A set-up that one tool needs is in its file of cases. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SetUp } from './cases.ts'
import type { Desk } from './desk.ts'
import { cube } from './objects.ts'
import { writeScript } from './scripts.ts'

export const nothing: SetUp = async () => undefined

/** A cube at `/Cube` with additional components. */
export const cubeWith =
	(...components: string[]): SetUp =>
	(desk) =>
		cube(desk, 'Cube', ...components)

/** A cube at `/Cube`, and another object. */
export const cubeAnd =
	(name: string): SetUp =>
	async (desk) => {
		await cube(desk, 'Cube')
		await cube(desk, name)
	}

export const playing = (desk: Desk) => desk.ok('unity_play', { action: 'enter' })

export const cubePlaying: SetUp = async (desk) => {
	await cube(desk, 'Cube')
	await playing(desk)
}

export const material =
	(path: string): SetUp =>
	(desk) =>
		desk.ok('unity_asset', { action: 'create_material', path })

export const redMaterial = material('Assets/Materials/Red.mat')

/** A texture at `Assets/Textures/Crate.png`. */
export const crateTexture: SetUp = async (desk) => {
	const png = '89504e470d0a1a0a0000000d4948445200000004000000040802000000'
	mkdirSync(join(desk.project, 'Assets/Textures'), { recursive: true })
	writeFileSync(join(desk.project, 'Assets/Textures/Crate.png'), Buffer.from(png, 'hex'))
	await desk.ok('unity_refresh', {})
}

/** A prefab at `Assets/Prefabs/Crate.prefab` and its instance `/Crate`. */
export async function crate(desk: Desk): Promise<void> {
	await cube(desk, 'Crate', 'Rigidbody')
	await desk.ok('unity_prefab', {
		action: 'create_asset',
		instance_id: '/Crate',
		asset_path: 'Assets/Prefabs/Crate.prefab',
	})
}

/** A second scene, loaded beside the first. */
export const level2 = (desk: Desk) =>
	desk.ok('unity_scene', {
		action: 'create',
		path: 'Assets/Scenes/Level2.unity',
		additive: true,
		empty: true,
	})

/** A cube at `/Cube`, made by a step of the agent that is one group of Undo. */
export const step = (desk: Desk, group: string) =>
	desk.ok('unity_hierarchy', { action: 'create', name: 'Cube' }, { group })

/** A script at `Assets/Scripts/Spin.cs`, not compiled yet, whose speed is `speed`. */
export const spinScript =
	(speed = 2): SetUp =>
	async (desk) => {
		writeScript(
			desk,
			'Spin',
			`using UnityEngine;\n\npublic class Spin : MonoBehaviour\n{\n    public float speed = ${speed};\n}\n`,
		)
	}
