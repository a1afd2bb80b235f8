/** Values of field initialisers that can be known without running code. */
import type { Token } from './token.ts'

const VECTORS: Readonly<Record<string, readonly number[]>> = {
	'Vector3.zero': [0, 0, 0],
	'Vector3.one': [1, 1, 1],
	'Vector3.up': [0, 1, 0],
	'Vector3.down': [0, -1, 0],
	'Vector3.left': [-1, 0, 0],
	'Vector3.right': [1, 0, 0],
	'Vector3.forward': [0, 0, 1],
	'Vector3.back': [0, 0, -1],
	'Vector2.zero': [0, 0],
	'Vector2.one': [1, 1],
	'Vector2.up': [0, 1],
	'Vector2.down': [0, -1],
	'Vector2.left': [-1, 0],
	'Vector2.right': [1, 0],
	'Vector4.zero': [0, 0, 0, 0],
	'Vector4.one': [1, 1, 1, 1],
	'Quaternion.identity': [0, 0, 0, 1],
	'Color.white': [1, 1, 1, 1],
	'Color.black': [0, 0, 0, 1],
	'Color.red': [1, 0, 0, 1],
	'Color.green': [0, 1, 0, 1],
	'Color.blue': [0, 0, 1, 1],
	'Color.yellow': [1, 0.92156863, 0.015686275, 1],
	'Color.cyan': [0, 1, 1, 1],
	'Color.magenta': [1, 0, 1, 1],
	'Color.gray': [0.5, 0.5, 0.5, 1],
	'Color.grey': [0.5, 0.5, 0.5, 1],
	'Color.clear': [0, 0, 0, 0],
}
const SIZES: Readonly<Record<string, number>> = {
	Vector2: 2,
	Vector2Int: 2,
	Vector3: 3,
	Vector3Int: 3,
	Vector4: 4,
	Quaternion: 4,
	Color: 4,
	Color32: 4,
}
const CONSTANTS: Readonly<Record<string, number>> = {
	'Mathf.PI': Math.PI,
	'float.MaxValue': 3.4028235e38,
	'int.MaxValue': 2_147_483_647,
	'int.MinValue': -2_147_483_648,
}

/** JSON value of an initialiser, or undefined where only running code would tell. */
export function literalOf(tokens: readonly Token[], declaredType: string): unknown {
	const reader = new LiteralReader(tokens)
	const value = reader.value(declaredType)
	return reader.atEnd ? value : undefined
}

class LiteralReader {
	readonly #tokens: readonly Token[]
	#at = 0

	constructor(tokens: readonly Token[]) {
		this.#tokens = tokens
	}

	get atEnd(): boolean {
		return this.#at === this.#tokens.length
	}
	#text(ahead = 0): string {
		const token = this.#tokens[this.#at + ahead]
		return token && token.kind !== 'string' && token.kind !== 'char' ? token.text : ''
	}
	#accept(text: string): boolean {
		if (this.#text() !== text) return false
		this.#at++
		return true
	}

	/** Sums and products of numbers, as in `60f * 5`. */
	value(type: string): unknown {
		let left = this.#operand(type)
		for (;;) {
			const operator = this.#text()
			if (!'+-*/'.includes(operator) || operator === '' || typeof left !== 'number') return left
			this.#at++
			const right = this.#operand(type)
			if (typeof right !== 'number') return undefined
			// Without precedence only a single kind of operator is certain.
			if ('+-'.includes(operator) && '*/'.includes(this.#text() || ' ')) return undefined
			if (operator === '+') left += right
			else if (operator === '-') left -= right
			else if (operator === '*') left *= right
			else if (/^(u?int|u?long|u?short|s?byte)$/.test(type)) left = Math.trunc(left / right)
			else left /= right
		}
	}

	#operand(type: string): unknown {
		const token = this.#tokens[this.#at]
		if (!token) return undefined
		if (token.kind === 'string' || token.kind === 'char') {
			this.#at++
			return token.value
		}
		if (token.kind === 'number') {
			this.#at++
			return numberOf(token.text)
		}
		if (this.#accept('-')) {
			const value = this.#operand(type)
			return typeof value === 'number' ? -value : undefined
		}
		if (this.#accept('true')) return true
		if (this.#accept('false')) return false
		if (this.#accept('null')) return null
		if (this.#text() === '{') return this.#elements(elementType(type))
		if (this.#text() === '[') return this.#elements(elementType(type), '[', ']')
		if (this.#accept('new')) return this.#creation(type)
		return this.#name()
	}

	/** `Vector3.up`, `Mathf.PI`, or an enum's member (its name). */
	#name(): unknown {
		const parts: string[] = []
		do {
			const part = this.#text()
			if (!/^\w+$/.test(part)) return undefined
			parts.push(part)
			this.#at++
		} while (this.#accept('.'))
		const name = parts.slice(-2).join('.')
		if (name === 'string.Empty' || name === 'String.Empty') return ''
		return VECTORS[name] ?? CONSTANTS[name] ?? (parts.length > 1 ? parts.at(-1) : undefined)
	}

	#creation(declared: string): unknown {
		let type = ''
		while (!['(', '[', '{', ''].includes(this.#text())) {
			type += this.#text()
			this.#at++
		}
		let written = type === '' ? declared : type
		if (this.#text() === '[') {
			const empty = this.#arraySize()
			if (empty !== 0 && this.#text() !== '{') return undefined
			if (this.#text() !== '{') return []
			written = type === '' ? declared : `${type}[]`
			return this.#elements(elementType(written))
		}
		const args = this.#text() === '(' ? this.#elements('float', '(', ')') : []
		if (this.#text() === '{') {
			const list = /^(?:.*\.)?List</.test(written)
			return list && args?.length === 0 ? this.#elements(elementType(written)) : undefined
		}
		if (!args) return undefined
		if (/^(?:.*\.)?List</.test(written)) return args.length === 0 ? [] : undefined
		const short = written.split('.').at(-1) ?? ''
		const size = SIZES[short]
		if (size === undefined || !args.every((a) => typeof a === 'number')) return undefined
		const numbers = args as number[]
		if (short === 'Color32') return numbers.length === 4 ? numbers.map((n) => n / 255) : undefined
		if (short === 'Color' && numbers.length === 3) return [...numbers, 1]
		if (numbers.length > size) return undefined
		return [...numbers, ...Array.from({ length: size - numbers.length }, () => 0)]
	}

	/** The size in brackets: 0 for `[]` or `[0]`, null where unknown or larger. */
	#arraySize(): number | null {
		this.#at++
		const size = this.#tokens[this.#at]?.kind === 'number' ? Number(this.#text()) : 0
		if (this.#text() !== ']') this.#at++
		return this.#accept(']') && size === 0 ? 0 : null
	}

	#elements(type: string, open = '{', close = '}'): unknown[] | undefined {
		const values: unknown[] = []
		if (!this.#accept(open)) return undefined
		while (this.#text() !== close) {
			const value = this.value(type)
			if (value === undefined) return undefined
			values.push(value)
			if (!this.#accept(',')) break
		}
		return this.#accept(close) ? values : undefined
	}
}

/** `int[]` and `List<int>` hold `int`. */
function elementType(type: string): string {
	return /List<(.+)>$/.exec(type)?.[1] ?? type.replace(/\[\]$/, '')
}

function numberOf(text: string): number | undefined {
	const digits = text.replaceAll('_', '')
	const value = /^0x/i.test(digits)
		? Number(digits.replace(/[uUlL]+$/, ''))
		: /^0b/i.test(digits)
			? Number(digits.replace(/[uUlL]+$/, ''))
			: Number(digits.replace(/[fFdDmMuUlL]+$/, ''))
	return Number.isFinite(value) ? value : undefined
}
