import type { CSSProperties } from 'react'
import { PALETTES } from '../replay/palette.ts'

/** The colour of a warrior in both themes, for styles that take the one that is shown. */
export const warriorColour = (warrior: number): CSSProperties =>
	({
		'--light': PALETTES.light.warriors[warrior],
		'--dark': PALETTES.dark.warriors[warrior],
	}) as CSSProperties

/** The colour of a warrior in the core, in the theme that is shown. */
export const Swatch = (props: { readonly warrior: number }) => (
	<span aria-hidden style={warriorColour(props.warrior)} className="core-swatch" />
)
