import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { Tabs } from './tabs.tsx'

test('a tab that a link opens is in view among tabs wider than the screen', () => {
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(90)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(328)
  const tabs = [
    { value: 'receipts', label: 'Receipts', content: null },
    { value: 'questions', label: 'Questions', content: null },
  ]
  renderScreen(<Tabs label="Records" tabs={tabs} state={['questions', () => undefined]} />)
  expect(screen.getByRole('tablist').scrollLeft).toBe(62)
})
