/** The C# that the demo model writes. Each compiles in every Unity from 2021 on. */
import type { Axis, Behaviour, Vec3 } from './types.ts'

export interface Script {
	/** Class name and file name. */
	readonly name: string
	readonly source: string
	/** Serialized fields and the values they are set to. */
	readonly properties: Readonly<Record<string, number | Vec3>>
	/** The script's behaviour, as in "It …". */
	readonly does: string
}

export const DEFAULT_NAMES: Readonly<Record<Behaviour, string>> = {
	rotate: 'Rotator',
	oscillate: 'Mover',
	bounce: 'Bouncer',
}

/** @param broken leaves one semicolon out, on purpose. */
export function scriptFor(
	behaviour: Behaviour,
	name: string,
	axis: Axis | undefined,
	broken: boolean,
): Script {
	const end = broken ? '' : ';'
	switch (behaviour) {
		case 'rotate': {
			const degrees = vector(axis ?? 'y', 90)
			return {
				name,
				does: `rotates 90° per second around the ${(axis ?? 'y').toUpperCase()} axis`,
				properties: { degreesPerSecond: degrees },
				source: classOf(name, [
					`public Vector3 degreesPerSecond = new Vector3(${degrees.join(', ')})${end}`,
					'',
					'void Update()',
					'{',
					'    transform.Rotate(degreesPerSecond * Time.deltaTime);',
					'}',
				]),
			}
		}
		case 'oscillate': {
			const travel = vector(axis ?? 'x', 2)
			return {
				name,
				does: `moves 2 units back and forth along the ${(axis ?? 'x').toUpperCase()} axis`,
				properties: { travel, cyclesPerSecond: 0.5 },
				source: classOf(name, [
					`public Vector3 travel = new Vector3(${travel.join(', ')})${end}`,
					'public float cyclesPerSecond = 0.5f;',
					...REMEMBERS_START,
					'',
					'void Update()',
					'{',
					'    float phase = Mathf.Sin(Time.time * cyclesPerSecond * 2f * Mathf.PI);',
					'    transform.localPosition = start + travel * phase;',
					'}',
				]),
			}
		}
		case 'bounce':
			return {
				name,
				does: 'hops 2 units high, once a second',
				properties: { height: 2, hopsPerSecond: 1 },
				source: classOf(name, [
					`public float height = 2f${end}`,
					'public float hopsPerSecond = 1f;',
					...REMEMBERS_START,
					'',
					'void Update()',
					'{',
					'    float hop = Mathf.Abs(Mathf.Sin(Time.time * hopsPerSecond * Mathf.PI));',
					'    transform.localPosition = start + Vector3.up * (height * hop);',
					'}',
				]),
			}
		default:
			return behaviour satisfies never
	}
}

const vector = (axis: Axis, amount: number): Vec3 => [
	axis === 'x' ? amount : 0,
	axis === 'y' ? amount : 0,
	axis === 'z' ? amount : 0,
]

/** Members of a script that moves around where it began. */
const REMEMBERS_START = [
	'Vector3 start;',
	'',
	'void Start()',
	'{',
	'    start = transform.localPosition;',
	'}',
]

function classOf(name: string, body: readonly string[]): string {
	const lines = body.map((line) => (line === '' ? '' : `    ${line}`))
	return `using UnityEngine;\n\npublic class ${name} : MonoBehaviour\n{\n${lines.join('\n')}\n}\n`
}

/**
 * Where a missing semicolon belongs: on the reported line, or on the nearest one before it
 * that looks like an unterminated statement. 1-based; `undefined` if there is none.
 */
export function lineWithoutEnd(source: string, reported: number): number | undefined {
	const lines = source.split(/\r?\n/)
	for (let n = Math.min(reported, lines.length); n >= Math.max(1, reported - 3); n--) {
		const line = (lines[n - 1] ?? '').trim()
		if (line !== '' && !/[;{}]$/.test(line) && !/^(?:void|public class|\/\/|using\b.*;)/.test(line))
			return n
	}
	return undefined
}
