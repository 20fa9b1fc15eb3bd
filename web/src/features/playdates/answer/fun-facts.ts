import { m, type Text } from '@tagalong/contract/messages.ts'

export interface FunFact {
  text: Text
  /** Who says so, and when. Sources printed in English keep their English name. */
  source: Text
  /** A DOI or a page of a public body, so that the link lasts. */
  url: string
}

/** True things about play. Each was checked against its source; add none that you have not read. */
export const funFacts: readonly FunFact[] = [
  {
    text: m.plan_fact_skills,
    source: () => 'Pediatrics, 2018',
    url: 'https://doi.org/10.1542/peds.2018-2058',
  },
  {
    text: m.plan_fact_essential,
    source: () => 'Pediatrics, 2007',
    url: 'https://doi.org/10.1542/peds.2006-2697',
  },
  {
    text: m.plan_fact_right,
    source: () => m.plan_source_un({ year: 1989 }),
    url: 'https://www.ohchr.org/en/instruments-mechanisms/instruments/convention-rights-child',
  },
  {
    text: m.plan_fact_three_hours,
    source: () => m.plan_source_who({ year: 2019 }),
    url: 'https://www.who.int/publications/i/item/9789241550536',
  },
  {
    text: m.plan_fact_babies,
    source: () => m.plan_source_who({ year: 2019 }),
    url: 'https://www.who.int/publications/i/item/9789241550536',
  },
  {
    text: m.plan_fact_hour_a_day,
    source: () => m.plan_source_who({ year: 2020 }),
    url: 'https://www.who.int/publications/i/item/9789240015128',
  },
  {
    text: m.plan_fact_preschoolers,
    source: m.plan_source_cdc,
    url: 'https://www.cdc.gov/physical-activity-basics/guidelines/children.html',
  },
  {
    text: m.plan_fact_recess,
    source: () => 'Pediatrics, 2013',
    url: 'https://doi.org/10.1542/peds.2012-2993',
  },
  {
    text: m.plan_fact_daily_recess,
    source: () => 'Pediatrics, 2009',
    url: 'https://doi.org/10.1542/peds.2007-2825',
  },
  {
    text: m.plan_fact_risks,
    source: () => 'Position Statement on Active Outdoor Play, 2015',
    url: 'https://doi.org/10.3390/ijerph120606475',
  },
  {
    text: m.plan_fact_climbing,
    source: () => 'Int. J. of Environmental Research and Public Health, 2015',
    url: 'https://doi.org/10.3390/ijerph120606423',
  },
  {
    text: m.plan_fact_outdoors,
    source: () => 'Int. J. of Environmental Research and Public Health, 2015',
    url: 'https://doi.org/10.3390/ijerph120606455',
  },
  {
    text: m.plan_fact_free_play,
    source: () => 'Archives of Pediatrics & Adolescent Medicine, 2005',
    url: 'https://doi.org/10.1001/archpedi.159.1.46',
  },
  {
    text: m.plan_fact_own_plans,
    source: () => 'Frontiers in Psychology, 2014',
    url: 'https://doi.org/10.3389/fpsyg.2014.00593',
  },
]

/**
 * Returns the index of a random fact that was not shown yet; of any fact once all were. `seen` are the indexes shown.
 */
export function nextFact(seen: readonly number[], random: number): number {
  const fresh = funFacts.map((_, index) => index).filter((index) => !seen.includes(index))
  const pool = fresh.length > 0 ? fresh : funFacts.map((_, index) => index)
  return pool[Math.floor(random * pool.length)] ?? 0
}
