import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'

const CaptureId = z.string().min(1).max(40).describe('id of a capture')
/** null if this editor does not have the counter. */
const Counter = z.number().nonnegative().nullable()

/** Means per frame unless it says otherwise. */
const Totals = z.object({
	frameMs: z.number().nonnegative(),
	gcBytes: Counter,
	drawCalls: Counter,
	setPassCalls: Counter,
	triangles: Counter,
	/** Memory at the end of the capture. */
	usedMemoryBytes: Counter,
	reservedMemoryBytes: Counter,
	gcMemoryBytes: Counter,
})
const totals = {
	frameMs: 4.2,
	gcBytes: 1_240,
	drawCalls: 12,
	setPassCalls: 5,
	triangles: 2_300,
	usedMemoryBytes: 412_000_000,
	reservedMemoryBytes: 690_000_000,
	gcMemoryBytes: 61_000_000,
}

/** Frames as Unity's Profiler sees them, on the main thread. */
export const unityProfile = defineTool({
	name: 'unity_profile',
	title: 'Profile',
	description:
		'Profile some frames: heaviest markers, GC allocations, draw calls, memory; compare with an earlier capture.',
	runsOn: 'editor',
	shared: 'error',
	offered: 'search',
	actions: {
		capture: action({
			summary: 'some frames, of the game while it plays, else of the editor',
			foundBy:
				'profiler performance fps frame rate time times drops slow lag stutter cpu gpu game lags hitch bottleneck optimize draw calls ram usage',
			risk: 'read',
			timeoutMs: 120_000,
			input: {
				frames: z.number().int().min(1).max(300).default(60),
				markers: z.number().int().min(1).max(50).default(15),
			},
			output: z.object({
				id: CaptureId,
				mode: z.enum(['play', 'edit']),
				frames: z.number().int().positive(),
				totals: Totals,
				maxFrameMs: z.number().nonnegative(),
				/** The markers with the most self time first, which excludes their callees. */
				markers: z
					.array(
						z.object({
							name: z.string(),
							selfMs: z.number().nonnegative(),
							totalMs: z.number().nonnegative(),
							calls: z.number().nonnegative(),
							gcBytes: z.number().nonnegative(),
						}),
					)
					.max(50),
			}),
			examples: [
				{
					name: 'ten frames',
					args: { action: 'capture', frames: 10 },
					result: {
						id: 'capture-1',
						mode: 'edit',
						frames: 10,
						totals,
						maxFrameMs: 9.1,
						markers: [{ name: 'EditorLoop', selfMs: 2.1, totalMs: 4.2, calls: 1, gcBytes: 1_240 }],
					},
				},
			],
		}),
		compare: action({
			summary: 'two captures; what changed most',
			risk: 'read',
			input: {
				before: CaptureId,
				after: CaptureId.optional().describe('default: the newest'),
			},
			output: z.object({
				before: CaptureId,
				after: CaptureId,
				totalsBefore: Totals,
				totalsAfter: Totals,
				markers: z
					.array(
						z.object({
							name: z.string(),
							/** Self time per frame. */
							beforeMs: z.number().nonnegative(),
							afterMs: z.number().nonnegative(),
						}),
					)
					.max(15),
			}),
			examples: [
				{
					name: 'with the first',
					args: { action: 'compare', before: 'capture-1' },
					result: {
						before: 'capture-1',
						after: 'capture-1',
						totalsBefore: totals,
						totalsAfter: totals,
						markers: [{ name: 'EditorLoop', beforeMs: 2.1, afterMs: 2.1 }],
					},
				},
			],
		}),
	},
})
