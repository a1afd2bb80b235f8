/** Boxes around objects: the selected one, and those that have just changed. */
import {
	type Box3,
	BoxGeometry,
	EdgesGeometry,
	type Group,
	LineBasicMaterial,
	LineSegments,
	Matrix4,
	Vector3,
} from 'three'

/** A little outside of the surface, so that the lines are seen. */
const ROOM = 1.02
const MIN_SIZE = 0.02

export class Marks {
	readonly #parent: Group
	readonly #edges = new EdgesGeometry(new BoxGeometry(1, 1, 1))
	readonly #selected = new LineBasicMaterial({ depthTest: false, transparent: true })
	readonly #touched = new LineBasicMaterial({ transparent: true, opacity: 0.9 })
	readonly #boxes = new Map<string, LineSegments>()

	constructor(parent: Group) {
		this.#parent = parent
	}

	/** CSS colours. */
	paint(selected: string, touched: string): void {
		this.#selected.color.set(selected)
		this.#touched.color.set(touched)
	}

	/** @param key one box for each; @param box in the object's own space */
	put(key: string, kind: 'selected' | 'touched', box: Box3, matrix: Matrix4): void {
		const known = this.#boxes.get(key)
		const lines =
			known ?? new LineSegments(this.#edges, kind === 'selected' ? this.#selected : this.#touched)
		const size = box.getSize(new Vector3()).multiplyScalar(ROOM)
		size.max(new Vector3(MIN_SIZE, MIN_SIZE, MIN_SIZE))
		const own = new Matrix4().makeTranslation(box.getCenter(new Vector3())).scale(size)
		lines.matrixAutoUpdate = false
		lines.matrix.multiplyMatrices(matrix, own)
		lines.matrixWorldNeedsUpdate = true
		lines.renderOrder = kind === 'selected' ? 2 : 1
		if (known) return
		this.#boxes.set(key, lines)
		this.#parent.add(lines)
	}

	remove(key: string): void {
		const lines = this.#boxes.get(key)
		if (lines) this.#parent.remove(lines)
		this.#boxes.delete(key)
	}

	dispose(): void {
		for (const key of [...this.#boxes.keys()]) this.remove(key)
		this.#edges.dispose()
	}
}
