export interface FunFact {
  text: string
  /** Who says so, and when. */
  source: string
  /** A DOI or a page of a public body, so that it lasts. */
  url: string
}

/** True things about play. Each was checked against what its source says; add none that you have not read. */
export const funFacts: readonly FunFact[] = [
  {
    text: 'Playing with parents and friends helps children build the social, language and thinking skills a growing brain needs.',
    source: 'Pediatrics, 2018',
    url: 'https://doi.org/10.1542/peds.2018-2058',
  },
  {
    text: 'Paediatricians call play essential: it is good for children’s bodies, thinking, feelings and friendships.',
    source: 'Pediatrics, 2007',
    url: 'https://doi.org/10.1542/peds.2006-2697',
  },
  {
    text: 'Play is a right. Article 31 of the Convention on the Rights of the Child says that every child may rest and play.',
    source: 'United Nations, 1989',
    url: 'https://www.ohchr.org/en/instruments-mechanisms/instruments/convention-rights-child',
  },
  {
    text: 'Three- and four-year-olds do best with at least three hours of moving about a day, spread from morning to evening.',
    source: 'World Health Organization, 2019',
    url: 'https://www.who.int/publications/i/item/9789241550536',
  },
  {
    text: 'Even babies work out: playing on the floor several times a day is how they get their exercise.',
    source: 'World Health Organization, 2019',
    url: 'https://www.who.int/publications/i/item/9789241550536',
  },
  {
    text: 'From 5 to 17, an average of an hour a day of brisk moving is good for heart, bones and mind.',
    source: 'World Health Organization, 2020',
    url: 'https://www.who.int/publications/i/item/9789240015128',
  },
  {
    text: 'Preschoolers should be active all through the day. Luckily, that is what playing is.',
    source: 'Centers for Disease Control and Prevention',
    url: 'https://www.cdc.gov/physical-activity-basics/guidelines/children.html',
  },
  {
    text: 'Recess is more than a break: paediatricians call it a crucial part of a child’s development.',
    source: 'Pediatrics, 2013',
    url: 'https://doi.org/10.1542/peds.2012-2993',
  },
  {
    text: 'Among some 11,000 eight- and nine-year-olds, classes with a daily recess of more than 15 minutes behaved better.',
    source: 'Pediatrics, 2009',
    url: 'https://doi.org/10.1542/peds.2007-2825',
  },
  {
    text: 'Active play in nature and outdoors, little risks included, is essential for healthy child development.',
    source: 'Position Statement on Active Outdoor Play, 2015',
    url: 'https://doi.org/10.3390/ijerph120606475',
  },
  {
    text: 'Climbing, exploring and a bit of rough-and-tumble outdoors do children’s health more good than harm.',
    source: 'Int. J. of Environmental Research and Public Health, 2015',
    url: 'https://doi.org/10.3390/ijerph120606423',
  },
  {
    text: 'Twenty-eight studies together say: children who spend more time outdoors move more and sit less.',
    source: 'Int. J. of Environmental Research and Public Health, 2015',
    url: 'https://doi.org/10.3390/ijerph120606455',
  },
  {
    text: 'Free play outdoors does more than keep children fit: it helps them socially, emotionally and in their thinking.',
    source: 'Archives of Pediatrics & Adolescent Medicine, 2005',
    url: 'https://doi.org/10.1001/archpedi.159.1.46',
  },
  {
    text: 'The more free time six- and seven-year-olds had, the better they were at setting and following their own plans.',
    source: 'Frontiers in Psychology, 2014',
    url: 'https://doi.org/10.3389/fpsyg.2014.00593',
  },
]

/** Another fact every time, all of them before one comes again. `seen` are the indexes shown so far. */
export function nextFact(seen: readonly number[], random: number): number {
  const fresh = funFacts.map((_, index) => index).filter((index) => !seen.includes(index))
  const pool = fresh.length > 0 ? fresh : funFacts.map((_, index) => index)
  return pool[Math.floor(random * pool.length)] ?? 0
}
