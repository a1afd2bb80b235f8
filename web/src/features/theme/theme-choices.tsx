import { Moon, Sun, SunMoon } from 'lucide-react'
import { chooseTheme, type ThemeChoice, useTheme } from '../../data/person/theme.ts'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Menu, MenuChoices } from '../../ui/overlays/menu.tsx'

const CHOICES: readonly { value: ThemeChoice; label: string }[] = [
	{ value: 'system', label: 'System' },
	{ value: 'light', label: 'Light' },
	{ value: 'dark', label: 'Dark' },
]

export default function ThemeChoices() {
	const theme = useTheme()
	const Icon = theme === 'dark' ? Moon : theme === 'light' ? Sun : SunMoon
	return (
		<Menu
			trigger={
				<button type="button" aria-label="Theme" title="Theme" className={iconButtonClass()}>
					<Icon />
				</button>
			}
		>
			<MenuChoices value={theme} choices={CHOICES} onChoose={chooseTheme} />
		</Menu>
	)
}
