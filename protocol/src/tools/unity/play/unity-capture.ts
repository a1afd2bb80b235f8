import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { Note, ObjectRef } from '../../values.ts'

/** Pixels, from the top left corner. */
const Box = z.object({
	x: z.number().int().nonnegative(),
	y: z.number().int().nonnegative(),
	width: z.number().int().positive(),
	height: z.number().int().positive(),
})
const side = z.number().int().min(1).max(1024)

/** The prefab that is open in Prefab Mode, if the picture shows it. */
const PrefabStage = z.string().optional()

/** Angles, named by the viewer's position; world axes. */
export const ANGLES = ['front', 'back', 'left', 'right', 'top', 'bottom', 'three_quarter'] as const
const Angle = z.enum(ANGLES)

/** Changed regions that a comparison lists, largest first; all are counted. */
export const MAX_REGIONS = 20

const region = z
	.array(z.number().min(0).max(1))
	.length(4)
	.optional()
	.describe('part of the picture: left, top, width, height as fractions 0–1')
const objects = z.array(ObjectRef).min(1).max(20)
const Name = z
	.string()
	.min(1)
	.max(40)
	.regex(/^[\w-]+$/, 'A name can contain letters, digits, _ and -.')

/** The picture itself is the call's attachment `screenshot`: a PNG, or a JPEG where that saves. */
export const unityCapture = defineTool({
	name: 'unity_capture',
	title: 'Capture and compare',
	description:
		'Screenshots beyond unity_screenshot: the game view with its UI, objects framed or from several angles in one sheet, a part of a picture, before and after with what changed. Angles are world axes: front looks along -Z.',
	runsOn: 'editor',
	shared: 'result',
	offered: 'search',
	gist: 'UI, several angles, before/after',
	actions: {
		game_view: action({
			summary: 'as players see it, with overlay UI',
			foundBy: 'screenshot picture canvas hud',
			risk: 'read',
			input: {
				region,
				max_side: z.number().int().min(64).max(1024).default(1024).describe('pixels'),
			},
			output: z.object({
				note: Note,
				/** `game_view`: what Unity's Game view window shows · `simulated`: drawn by the simulator. */
				source: z.enum(['game_view', 'simulated']),
				width: side,
				height: side,
				/** Size of the whole view, in its own pixels. */
				screen: z.tuple([z.number().int().positive(), z.number().int().positive()]),
				isPlaying: z.boolean(),
			}),
			examples: [
				{
					name: 'the game',
					args: { action: 'game_view' },
					result: {
						source: 'game_view',
						width: 1024,
						height: 576,
						screen: [1920, 1080],
						isPlaying: true,
					},
				},
			],
		}),
		picture: action({
			summary: 'a camera (default: the main one), or objects framed; keep_as remembers it',
			foundBy:
				'look view see picture screenshot top above below behind side front back left right angle bird',
			risk: 'read',
			input: {
				instance_id: ObjectRef.optional(),
				objects: objects.optional(),
				angle: Angle.default('three_quarter').describe('of objects'),
				distance: z
					.number()
					.min(0.1)
					.max(100_000)
					.optional()
					.describe('of objects, in metres; without: as they fit'),
				region,
				width: z.number().int().min(64).max(1024).default(512),
				height: z.number().int().min(64).max(1024).default(288),
				keep_as: Name.optional().describe('name for compare'),
			},
			output: z.object({
				width: side,
				height: side,
				/** Path of the camera; null if objects are framed. */
				camera: z.string().nullable(),
				keptAs: z.string().optional(),
				prefabStage: PrefabStage,
			}),
			examples: [
				{
					name: 'before a change',
					args: { action: 'picture', objects: ['/Cube'], keep_as: 'before' },
					result: { width: 512, height: 288, camera: null, keptAs: 'before' },
				},
			],
		}),
		angles: action({
			summary: 'objects from several sides in one sheet',
			foundBy: 'look view see pictures screenshots top above behind front back left right',
			risk: 'read',
			input: {
				objects,
				angles: z.array(Angle).min(1).max(6).default(['front', 'right', 'top', 'three_quarter']),
				width: z.number().int().min(64).max(1024).default(512),
				height: z.number().int().min(64).max(1024).default(288),
			},
			output: z.object({
				width: side,
				height: side,
				/** The position of each angle in the sheet. */
				tiles: z.array(Box.extend({ angle: Angle })),
				prefabStage: PrefabStage,
			}),
			examples: [
				{
					name: 'two sides',
					args: { action: 'angles', objects: ['/Cube'], angles: ['front', 'top'] },
					result: {
						width: 1024,
						height: 288,
						tiles: [
							{ angle: 'front', x: 0, y: 0, width: 512, height: 288 },
							{ angle: 'top', x: 512, y: 0, width: 512, height: 288 },
						],
					},
				},
			],
		}),
		compare: action({
			summary: 'the kept picture next to the same view now, changes marked',
			foundBy: 'compare pictures screenshots images difference',
			risk: 'read',
			input: { name: Name.describe('keep_as of the earlier picture') },
			output: z.object({
				name: z.string(),
				width: side,
				height: side,
				/** The positions of the two pictures in the sheet. */
				before: Box,
				after: Box,
				changedPixels: z.number().int().nonnegative(),
				/** Percentage of all pixels, 0–100. */
				changedPercent: z.number().min(0).max(100),
				regionCount: z.number().int().nonnegative(),
				/** Positions within one picture, not in the sheet; largest first. */
				regions: z
					.array(Box.extend({ changedPixels: z.number().int().positive() }))
					.max(MAX_REGIONS),
			}),
			examples: [
				{
					name: 'a cube moved',
					args: { action: 'compare', name: 'before' },
					result: {
						name: 'before',
						width: 1024,
						height: 288,
						before: { x: 0, y: 0, width: 512, height: 288 },
						after: { x: 512, y: 0, width: 512, height: 288 },
						changedPixels: 1930,
						changedPercent: 1.31,
						regionCount: 1,
						regions: [{ x: 204, y: 96, width: 58, height: 44, changedPixels: 1930 }],
					},
				},
			],
		}),
	},
})
