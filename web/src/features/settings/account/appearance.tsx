import { chooseTheme, type ThemeChoice, useTheme } from '../../../data/person/theme.ts'
import { Choices } from '../../../ui/form/choices.tsx'
import { Row, Section } from '../../../ui/section.tsx'

const CHOICES: readonly { value: ThemeChoice; label: string }[] = [
	{ value: 'system', label: 'System' },
	{ value: 'light', label: 'Light' },
	{ value: 'dark', label: 'Dark' },
]

/** Settings of this browser. */
export function Appearance() {
	const theme = useTheme()
	return (
		<Section id="appearance" title="Appearance">
			<Row
				title="Theme"
				detail="In this browser."
				action={
					<Choices
						label="Theme"
						name="theme"
						value={theme}
						choices={CHOICES}
						onChoose={chooseTheme}
					/>
				}
			/>
		</Section>
	)
}
