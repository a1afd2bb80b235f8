/** WCAG 2 contrast of the tokens in `src/ui/tokens.css`. */

/** Linear sRGB, 0 to 1 each. */
type Rgb = readonly [number, number, number]
export type Theme = ReadonlyMap<string, string>

/** The custom properties of a rule, by name without the dashes. */
export function tokensOf(css: string, selector: string): Theme {
	const start = css.indexOf(`${selector} {`)
	if (start < 0) throw new Error(`tokens.css has no rule ${selector}`)
	const rule = css.slice(start, css.indexOf('\n}', start))
	return new Map([...rule.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? '', m[2] ?? '']))
}

/** `oklch(L C H)` to linear sRGB, after Björn Ottosson; what lies outside of the gamut is clipped. */
export function parseOklch(value: string): Rgb {
	const found = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value)
	if (!found) throw new Error(`not an opaque oklch colour: ${value}`)
	const [lightness, chroma, hue] = found.slice(1).map(Number) as [number, number, number]
	const a = chroma * Math.cos((hue * Math.PI) / 180)
	const b = chroma * Math.sin((hue * Math.PI) / 180)
	const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
	const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
	const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
	const clip = (x: number) => Math.min(1, Math.max(0, x))
	return [
		clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
		clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
		clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
	]
}

const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
	const [darker, lighter] = [luminance(parseOklch(one)), luminance(parseOklch(other))].sort(
		(a, b) => a - b,
	) as [number, number]
	return (lighter + 0.05) / (darker + 0.05)
}
