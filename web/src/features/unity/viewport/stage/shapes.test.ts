import { unityViewport } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import { Vector3 } from 'three'
import { describe, expect, test } from 'vitest'
import { forwardOf, matrixOf, positionOf } from './pose.ts'
import { boundsOf, geometryOf, isSent, Shapes } from './shapes.ts'

/** Column by column: an object at 1, 2, 3 that was turned a quarter around Y, so that it looks along +X. */
const TURNED = [0, 0, -1, 0, 1, 0, 1, 0, 0, 1, 2, 3]

describe("Unity's left-handed space becomes a right-handed one", () => {
	test('a point ahead of an object is ahead of it in the picture', () => {
		// Unity: (1, 2, 3) + 5 * (1, 0, 0).
		const ahead = new Vector3(0, 0, -5).applyMatrix4(matrixOf(TURNED))
		expect(ahead.toArray()).toEqual([6, 2, -3])
		expect(forwardOf(TURNED).toArray()).toEqual([1, 0, -0])
		expect(positionOf(TURNED).toArray()).toEqual([1, 2, -3])
	})

	test('a matrix does not turn its object inside out', () => {
		expect(matrixOf(TURNED).determinant()).toBeCloseTo(1)
	})
})

describe('meshes', () => {
	const [example] = unityViewport.actions.mesh.examples
	const answer = unityViewport.actions.mesh.output.parse(example?.result)

	test('a triangle that faces Unity’s viewer faces ours', () => {
		const geometry = geometryOf(answer)
		const positions = [...geometry.getAttribute('position').array]
		expect(positions.map((value) => value + 0)).toEqual([0, 0, 0, 0, 1, 0, 1, 0, 0])
		// Clockwise as seen from Unity's -Z, which is +Z here.
		const normal = new Vector3().fromBufferAttribute(geometry.getAttribute('normal'), 0)
		expect(normal.z).toBeCloseTo(1)
	})

	test('names that are no primitive are asked for, but for boxes', () => {
		expect(['Cube', 'box', '3410', 'constructor'].map(isSent)).toEqual([false, false, true, true])
	})

	test('every primitive is as large as in Unity', () => {
		const shapes = new Shapes()
		const sizeOf = (mesh: string) => {
			const box = boundsOf({ mesh, color: [1, 1, 1] }, shapes.get(mesh))
			return box
				.getSize(new Vector3())
				.toArray()
				.map((part) => Math.round(part * 100) / 100)
		}
		expect(
			Object.fromEntries(
				['Cube', 'Sphere', 'Capsule', 'Cylinder', 'Plane', 'Quad'].map((mesh) => [
					mesh,
					sizeOf(mesh),
				]),
			),
		).toEqual({
			Cube: [1, 1, 1],
			Sphere: [1, 1, 1],
			Capsule: [1, 2, 1],
			Cylinder: [1, 2, 1],
			Plane: [10, 0, 10],
			Quad: [1, 1, 0],
		})
	})
})
