import type { CSSProperties } from 'react'
import { PALETTES } from '../replay/palette.ts'

/** The colour of a warrior in the core, in the theme that is shown. */
export function Swatch(props: { readonly warrior: number }) {
	const style = {
		'--light': PALETTES.light.warriors[props.warrior],
		'--dark': PALETTES.dark.warriors[props.warrior],
	} as CSSProperties
	return <span aria-hidden style={style} className="core-swatch" />
}
