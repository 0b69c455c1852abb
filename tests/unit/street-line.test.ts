import { describe, expect, it } from 'vitest';
import { foldedStreetLine, streetLine } from '#app/domain/students/street-line.ts';

describe('two spellings of one street address', () => {
  it.each([
    ['12 Main Street', '12 MAIN ST.'],
    ['776 Third Avenue', '776 3rd Ave'],
    ['9 North Spruce Road, Apartment 4', '9 N. Spruce Rd #4'],
    ['9 N Spruce Rd, Apt #4', '9 N Spruce Rd Unit 4'],
    ['1 Lake Drive', '1 Lake Dr'],
    ['1 Birch Lane', '1 birch ln'],
    ['3 Southwest Ridge Boulevard', '3 SW Ridge Blvd'],
    ['P.O. Box 12', 'PO Box 12'],
    ['P O Box 12', 'po box 12'],
    ['Post Office Box 12', 'PO Box 12'],
    ['POB 12', 'P.O. Box 12'],
    ['9 Spruce Rd No. 4', '9 Spruce Rd Apt 4'],
    ['9 Spruce Rd Apt No 4', '9 Spruce Rd #4'],
    ['9 Spruce Rd Trlr 4', '9 Spruce Rd, Trailer 4'],
    ['HC60 Box 12', 'HC 60 Box 12'],
    ['Highway Contract 60 Box 12', 'HC 60 Box 12'],
    ['RR2 Box 12', 'Rural Route 2 Box 12'],
    ['12 E Main St', '12 East Main Street'],
    ['12 Main St E', '12 Main Street East'],
    ['12 East Street', '12 East St.'],
    ["5 O'Malley Circle", '5 OMalley Cir'],
    ['10 St. Ann Court', '10 Saint Ann Ct.'],
    ['2 Núñez Way', '2 Nunez Way'],
  ])('%s and %s are equal', (one, other) => {
    expect(foldedStreetLine(one)).toBe(foldedStreetLine(other));
  });

  it.each([
    ['12 Main Street', '21 Main Street'],
    ['12 Main Street', '12 Main Avenue'],
    ['12 Main Street, Apt 4', '12 Main Street, Apt 5'],
    ['12 Main Street', '12 Main Street, Apt 4'],
    ['12 North Main Street', '12 South Main Street'],
    ['PO Box 12', 'PO Box 21'],
    ['12 E St', '12 East Street'],
    ['12 N Avenue', '12 North Ave'],
    ['HC60 Box 12', 'HC61 Box 12'],
  ])('%s and %s differ', (one, other) => {
    expect(foldedStreetLine(one)).not.toBe(foldedStreetLine(other));
  });

  it('include both lines of the address', () => {
    expect(streetLine({ address1: ' 12  Main Street ', address2: 'Apt 4' })).toBe('12 Main Street, Apt 4');
    expect(streetLine({ address1: '12 Main Street', address2: '' })).toBe('12 Main Street');
    expect(streetLine({ address1: '', address2: null })).toBe('');
  });
});
