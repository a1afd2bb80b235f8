/** unity_animation: clips, controllers, animators. The simulator has none and says so. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'
import { playing } from '../kit/examples.ts'

const T = 'unity_animation'
const HERO = 'Assets/Animation/Hero.controller'
const JUMP = 'Assets/Animation/Jump.anim'

const MAKE = `
if (!AssetDatabase.IsValidFolder("Assets/Animation")) AssetDatabase.CreateFolder("Assets", "Animation");
var jump = new AnimationClip();
jump.SetCurve("", typeof(Transform), "localPosition.y", new AnimationCurve(new Keyframe(0, 0), new Keyframe(1, 2)));
AnimationUtility.SetAnimationEvents(jump, new[] { new AnimationEvent { time = 0.5f, functionName = "Land" } });
AssetDatabase.CreateAsset(jump, "${JUMP}");
var hero = UnityEditor.Animations.AnimatorController.CreateAnimatorControllerAtPath("${HERO}");
hero.AddParameter("speed", AnimatorControllerParameterType.Float);
hero.AddParameter("jump", AnimatorControllerParameterType.Trigger);
var machine = hero.layers[0].stateMachine;
var idle = machine.AddState("Idle");
var up = machine.AddStateMachine("Air").AddState("Jump");
up.motion = jump;
var leap = idle.AddTransition(up);
leap.AddCondition(UnityEditor.Animations.AnimatorConditionMode.If, 0, "jump");
leap.AddCondition(UnityEditor.Animations.AnimatorConditionMode.Greater, 0.5f, "speed");
var land = up.AddTransition(idle);
land.hasExitTime = true;
land.exitTime = 0.75f;
machine.AddAnyStateTransition(idle);
AssetDatabase.SaveAssets();
var cube = GameObject.Find("Cube");
if (cube == null) cube = new GameObject("Cube");
if (cube.GetComponent<Animator>() == null) cube.AddComponent<Animator>();
cube.GetComponent<Animator>().runtimeAnimatorController = hero;
return 0;
`

/** A controller with two states, one of them a jump, and a cube whose Animator uses it. */
export async function addAnimation(desk: Desk): Promise<void> {
	await desk.ok('unity_execute', { code: MAKE })
}

async function withAnimation(desk: Desk, run: () => Promise<void>): Promise<void> {
	try {
		await addAnimation(desk)
		await run()
	} finally {
		await desk.call('unity_asset', { action: 'delete', path: 'Assets/Animation' })
	}
}

export const animationCases = new CaseList(T)
	.example('inspect_clip', addAnimation)
	.example('inspect_controller', addAnimation)
	.example('animators', addAnimation)
	.example('modify_parameters', addAnimation)
	.example('set_values', async (desk) => {
		await addAnimation(desk)
		await playing(desk)
	})
	.works('inspect_clip', 'animated properties, keys and events', async (desk) => {
		await withAnimation(desk, async () => {
			const clip = await desk.ok(T, { action: 'inspect_clip', path: JUMP, keys: true })
			expect(clip).toMatchObject({ name: 'Jump', lengthSeconds: 1, loops: false, total: 1 })
			expect(clip.events).toEqual([{ time: 0.5, function: 'Land' }])
			expect(clip.bindings).toMatchObject([
				{ path: '', component: 'Transform', property: 'localPosition.y', keyCount: 2 },
			])
			expect(clip.bindings[0]?.keys).toEqual([
				{ time: 0, value: 0 },
				{ time: 1, value: 2 },
			])
		})
	})
	.refuses('inspect_clip', 'invalid_arguments', 'an asset that is not a clip', async (desk) => {
		await desk.fails(T, { action: 'inspect_clip', path: 'Nowhere.anim' }, 'invalid_arguments')
	})
	.works('inspect_controller', 'states, conditions and targets of transitions', async (desk) => {
		await withAnimation(desk, async () => {
			const hero = await desk.ok(T, { action: 'inspect_controller', path: HERO })
			expect(hero.parameters).toEqual([
				{ name: 'speed', type: 'Float', default: 0 },
				{ name: 'jump', type: 'Trigger', default: false },
			])
			expect(hero.layers).toMatchObject([{ name: 'Base Layer', states: 2, syncedWith: null }])
			expect(hero.states).toMatchObject([
				{
					name: 'Idle',
					isDefault: true,
					motion: null,
					transitions: [{ to: 'Air/Jump', conditions: ['jump', 'speed > 0.5'], exitTime: null }],
				},
				{
					name: 'Air/Jump',
					isDefault: false,
					motion: { name: 'Jump', type: 'AnimationClip', assetPath: JUMP },
					transitions: [{ to: 'Idle', conditions: [], exitTime: 0.75 }],
				},
			])
			expect(hero.fromAnyState).toMatchObject([{ layer: 'Base Layer', to: 'Idle' }])
		})
	})
	.refuses('inspect_controller', 'not_found', 'a file that does not exist', async (desk) => {
		const path = 'Assets/Nowhere.controller'
		await desk.fails(T, { action: 'inspect_controller', path }, 'not_found')
	})
	.works('animators', 'those that use a controller, and all', async (desk) => {
		await withAnimation(desk, async () => {
			await desk.ok('unity_hierarchy', { action: 'create', name: 'Idol', components: ['Animator'] })
			const users = await desk.ok(T, { action: 'animators', path: HERO })
			expect(users.animators).toMatchObject([{ path: '/Cube', controller: HERO, active: true }])
			const all = await desk.ok(T, { action: 'animators' })
			expect(all.animators.map(({ path, controller }) => [path, controller])).toContainEqual([
				'/Idol',
				null,
			])
		})
	})
	.refuses('animators', 'not_found', 'a controller that does not exist', async (desk) => {
		const path = 'Assets/Nowhere.controller'
		await desk.fails(T, { action: 'animators', path }, 'not_found')
	})
	.works('modify_parameters', 'added, changed and removed, all or none', async (desk) => {
		await withAnimation(desk, async () => {
			const modify = { action: 'modify_parameters' as const, path: HERO }
			await desk.fails(
				T,
				{
					...modify,
					parameters: [
						{ name: 'lives', type: 'Int' },
						{ name: 'gone', remove: true },
					],
				},
				'not_found',
			)
			const changed = await desk.ok(T, {
				...modify,
				parameters: [
					{ name: 'lives', type: 'Int', default: 3 },
					{ name: 'speed', default: 1.5 },
					{ name: 'jump', remove: true },
				],
			})
			const wanted = [
				{ name: 'speed', type: 'Float', default: 1.5 },
				{ name: 'lives', type: 'Int', default: 3 },
			]
			expect(changed.parameters).toEqual(wanted)
			const read = await desk.ok(T, { action: 'inspect_controller', path: HERO })
			expect(read.parameters).toEqual(wanted)
		})
	})
	.refuses(
		'modify_parameters',
		'invalid_arguments',
		'a new parameter without a type',
		async (desk) => {
			const modify = { action: 'modify_parameters', path: HERO, parameters: [] }
			await desk.fails(T, modify, 'invalid_arguments')
		},
	)
	.works('set_values', 'in play mode, with the previous value', async (desk) => {
		await withAnimation(desk, async () => {
			await desk.ok('unity_play', { action: 'enter' })
			try {
				const values = { speed: 2, jump: true }
				const set = await desk.ok(T, { action: 'set_values', instance_id: '/Cube', values })
				expect(set.values).toEqual([
					{ name: 'speed', before: 0, after: 2 },
					{ name: 'jump', before: false, after: true },
				])
				const wrong = { action: 'set_values', instance_id: '/Cube', values: { sped: 1 } }
				await desk.fails(T, wrong, 'not_found')
			} finally {
				await desk.ok('unity_play', { action: 'exit' })
			}
		})
	})
	.refuses('set_values', 'not_in_play_mode', 'in edit mode', async (desk) => {
		const set = { action: 'set_values', instance_id: '/Cube', values: { speed: 1 } }
		await desk.fails(T, set, 'not_in_play_mode')
	})
