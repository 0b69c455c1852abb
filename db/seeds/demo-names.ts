type Names = readonly [string, ...string[]];

const words = (text: string): Names => {
  const [first = '', ...others] = text.trim().split(/\s+/);
  return [first, ...others];
};

/** First names common in Alaskan classrooms: Native, Filipino, Samoan, Hmong, Russian, Korean, Latino, and others. */
export const FIRST_NAMES = words(`
  Aaliyah Abigail Adriana Agnes Aiden Aiyana Alana Alexei Alice Amara Amaya Anastasia Andrei Angelica Anna Annika Ariel
  Ashton Atka Audrey Aurora Ava Bella Benjamin Bianca Brandon Brielle Brooke Caleb Camila Carter Cassandra Cecilia Chloe
  Christian Clara Connor Cora Daisy Daniela David Diego Dmitri Dominic Edwin Elena Eli Elias Elijah Eliza Emma Erik Esther
  Ethan Evan Eva Faith Feodor Fiona Freya Gabriel Gavin Genevieve Grace Greta Hana Hannah Harper Hazel Henry Hudson Ian
  Ingrid Irene Isaac Isabella Isaiah Ivan Jack Jacob Jade James Jasmine Jayden Joaquin Jonah Joseph Joshua Josephine Juan
  Jude Julia Kai Kalani Kaya Keira Keoni Kirsten Kyle Lani Lars Laura Leah Leilani Levi Liam Lily Logan Lucas Lucia Luna
  Maddox Mai Malia Marcus Maria Marina Mason Mateo Matthew Maya Mei Mia Micah Mikhail Miles Mina Miriam Moses Naomi
  Natalia Nathan Nayeli Nicholas Nikolai Noah Nora Olga Olivia Oscar Owen Pavel Penelope Peter Pilar Quinn Rachel Raven
  Rebecca Reese River Robert Rosa Ruby Ruth Ryan Sadie Samantha Samuel Sarah Savannah Sean Selena Silas Simeon Sofia
  Solveig Sophia Stella Summer Tala Talia Tessa Theodore Thomas Tikaani Tobias Trevor Tyler Vera Victor Violet Walter
  Wesley William Willow Wyatt Xiomara Yuri Zachary Zara Zoë
`);

/** Middle names that fit any first name. */
export const MIDDLE_NAMES = words(`
  Alexis Ash Bailey Blake Dale Dana Denali Drew Eden Ellis Finley Gray Haven Jo Jordan Kai Kim Lane Lee Lynn Mackenzie Marlow
  Morgan Noel Paige Parker Quinn Rae Ray Reese Remy River Robin Rowan Sage Sasha Shea Sidney Skye Spruce Taylor True Wren
`);

/** Preferred names by first name. */
export const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['Abigail', 'Abby'],
  ['Alexei', 'Alyosha'],
  ['Anastasia', 'Nastya'],
  ['Benjamin', 'Ben'],
  ['Daniela', 'Dani'],
  ['Dmitri', 'Dima'],
  ['Gabriel', 'Gabe'],
  ['Isabella', 'Bella'],
  ['Jacob', 'Jake'],
  ['Joseph', 'Joe'],
  ['Josephine', 'Josie'],
  ['Joshua', 'Josh'],
  ['Matthew', 'Matt'],
  ['Mikhail', 'Misha'],
  ['Nathan', 'Nate'],
  ['Nicholas', 'Nick'],
  ['Peter', 'Pete'],
  ['Rebecca', 'Becca'],
  ['Robert', 'Rob'],
  ['Samantha', 'Sam'],
  ['Samuel', 'Sam'],
  ['Theodore', 'Theo'],
  ['Thomas', 'Tom'],
  ['William', 'Will'],
  ['Zachary', 'Zach'],
]);

export const LAST_NAMES = words(`
  Abad Adams Agnot Ahmaogak Alexander Alexie Anderson Andrew Angaiak Aquino Attla Ayapan Baker Basargin Bautista Beaver
  Bennett Berg Bergstrom Brower Brown Campbell Carlson Carroll Castillo Chan Charles Chernikoff Christiansen Cruz Dalton
  Davis DeHart Demientieff Demmert Diaz Dominguez Eagle Egnaty Elliott Erickson Evan Evanoff Ferguson Fernandez Fleming
  Flores Foster Frank Garcia George Gonzales Graham Gray Green Gregory Gust Hakkinen Hamilton Hansen Harvey Hendrickson
  Henry Hill Hobson Holmes Hopson Hotch Howard Huntington Ignacio Isaac Itta Ivanoff Jack Jackson James Jensen Johansen
  Johnson Jones Joseph Kalmakoff Kangas Kasayulie Kawagley Keene Kelly Kim Kitka Knudsen Kookesh Kvasnikoff Larsen Lee
  Lewis Lindgren Lopez Lor Luke MacDonald Malutin Manalo Marks Martin Martushev Mayo McKay Mendoza Merculief Miller
  Mitchell Monroe Moore Morgan Moses Nageak Napoleon Nelson Nguyen Nick Nicolai O'Brien O'Connor Oktoyak Oldham Olsen
  Olson Ortiz Paniptchuk Park Patkotak Paul Pavila Perez Peters Peterson Phillips Pitka Polty Ramirez Ramos Reutov Reyes
  Rice Rivera Roberts Robinson Rogers Romanoff Sam Samuelson Sanchez Santos Savok Schaeffer Scott Shields Simeonoff
  Smith Snyder Solomon Stalker Stepanoff Stephan Sullivan Sweeney Tagarook Tatum Taylor Thomas Thompson Titus Toovak Torres
  Tuiasosopo Tupou Vang Villanueva Walker Wallace Washington Wassillie Weyiouanna White Wiehl Wilson Xiong Yang Young Zeller
`);

export const STREETS = words(`
  Alder Aspen Bayview Bearberry Birch Blueberry Caribou Chinook Cottonwood Cranberry Dogwood Driftwood Fireweed Forget-Me-Not
  Glacier Hemlock Iceworm Kittiwake Lakeshore Lupine Moose Muskeg Northern Osprey Otter Portage Ptarmigan Puffin Raven
  Salmonberry Seaward Sitka Sockeye Spruce Tamarack Tern Tundra Willow Wolverine Yarrow
`);
