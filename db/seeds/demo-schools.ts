/** A school of the demo. Names and streets are invented; towns and ZIP codes are Alaska's. */
export interface DemoSchool {
  readonly name: string;
  readonly city: string;
  readonly zip5: string;
  readonly street: string;
  /** Size of an average year's class. */
  readonly classSize: number;
}

/** The demo's counselor works at the first two schools; the invited person has an invite to the third. */
export const RETURNED_SCHOOL = 'Gastineau High School';
export const UNSTARTED_SCHOOL = 'Mendenhall Lake High School';
export const INVITING_SCHOOL = 'Chilkat Valley High School';

export const INACTIVE_SCHOOLS: readonly string[] = ['Port Wells School', 'Porcupine River School'];

type Line = readonly [name: string, city: string, zip5: string, street: string, classSize: number];

const LINES: readonly Line[] = [
  ['Anvil Creek High School', 'Nome', '99762', '300 Bering Street', 31],
  ['Arctic Shore High School', 'Utqiaġvik', '99723', '5200 Ahkovak Street', 38],
  ['Aurora Early College High School', 'Fairbanks', '99709', '1410 Geist Road', 44],
  ['Baldwin Peninsula High School', 'Kotzebue', '99752', '776 Third Avenue', 36],
  ['Baranof High School', 'Sitka', '99835', '1000 Lake Street', 52],
  ['Campbell Creek High School', 'Anchorage', '99507', '6700 Lake Otis Parkway', 164],
  ['Chena Hills High School', 'Fairbanks', '99701', '910 Airport Way', 118],
  ['Chilkat Valley High School', 'Haines', '99827', '600 Main Street', 19],
  ['Chugach Ridge High School', 'Anchorage', '99516', '12400 Elmore Road', 187],
  ['Cook Inlet High School', 'Kenai', '99611', '9583 Spur Highway', 71],
  ['Copper Delta High School', 'Cordova', '99574', '100 Fisherman Avenue', 22],
  ['Eklutna Valley High School', 'Eagle River', '99577', '8701 Yosemite Drive', 143],
  ['Flattop High School', 'Anchorage', '99515', '3909 East 88th Avenue', 129],
  ['Frederick Sound High School', 'Petersburg', '99833', '109 Charles Street', 27],
  ['Gastineau High School', 'Juneau', '99801', '1639 Glacier Avenue', 48],
  ['Granite Mountain High School', 'Delta Junction', '99737', '1690 Nistler Road', 41],
  ['Hatcher Pass High School', 'Palmer', '99645', '1170 West Bogard Road', 112],
  ['Icy Strait School', 'Hoonah', '99829', '366 Garteeni Highway', 8],
  ['Iliuliuk Bay High School', 'Unalaska', '99685', '55 East Broadway', 24],
  ['Kachemak High School', 'Homer', '99603', '600 East Fairview Avenue', 63],
  ['Kenai River High School', 'Soldotna', '99669', '425 West Marydale Avenue', 84],
  ['Kuskokwim High School', 'Bethel', '99559', '1006 Ridgecrest Drive', 57],
  ['Lake Lucille High School', 'Wasilla', '99654', '701 East Bogard Road', 131],
  ['Matanuska Peak High School', 'Palmer', '99645', '2800 North Palmer-Fishhook Road', 77],
  ['Mendenhall Lake High School', 'Juneau', '99801', '9200 Riverside Drive', 32],
  ['Nushagak High School', 'Dillingham', '99576', '565 Seward Street', 26],
  ['Polar Star High School', 'North Pole', '99705', '601 North Star Drive', 96],
  ['Porcupine River School', 'Fort Yukon', '99740', '41 East Third Avenue', 7],
  ['Port Wells School', 'Whittier', '99693', '300 Kenai Street', 5],
  ['Prince of Wales High School', 'Craig', '99921', '100 School Road', 17],
  ['Resurrection Bay High School', 'Seward', '99664', '2100 Swetmann Avenue', 34],
  ['Ship Creek High School', 'Anchorage', '99501', '1800 Hillcrest Drive', 151],
  ['Susitna High School', 'Talkeetna', '99676', '42728 South Parks Highway', 29],
  ['Tanana River High School', 'Fairbanks', '99701', '2020 Lathrop Street', 102],
  ['Thompson Pass High School', 'Valdez', '99686', '319 Robe River Drive', 33],
  ['Three Saints Bay High School', 'Kodiak', '99615', '722 Mill Bay Road', 88],
  ['Tok River School', 'Tok', '99780', '249 Jon Summar Drive', 13],
  ['Tongass Narrows High School', 'Ketchikan', '99901', '2610 Fourth Avenue', 79],
  ['White Pass School', 'Skagway', '99840', '1500 Main Street', 9],
  ['Yukon Bend School', 'Galena', '99741', '299 Antoski Drive', 21],
];

export const DEMO_SCHOOLS: readonly DemoSchool[] = LINES.map(([name, city, zip5, street, classSize]) => ({
  name,
  city,
  zip5,
  street,
  classSize,
}));
