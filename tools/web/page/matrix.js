// Matrices as tables of colored cells.
import {make} from './dom.js';
import {digits} from './units.js';

/** Fills a table with rows x columns numbers; a cell's color is its size by the largest, its sign the hue. */
export class Matrix {
  constructor(table, rows, columns, rowNames, columnNames) {
    this.cells = [];
    const body = rowNames.map((name, r) => make('tr', {}, make('th', {scope: 'row', title: name}, name),
      ...columnNames.map((column, c) => {
        const cell = make('td', {title: `${name}, ${column}`});
        this.cells[r * columns + c] = cell;
        return cell;
      })));
    table.replaceChildren(...body);
  }

  show(values) {
    let largest = 1e-300;
    for (const value of values) {
      largest = Math.max(largest, Math.abs(value));
    }
    this.cells.forEach((cell, i) => {
      const share = Math.sqrt(Math.abs(values[i]) / largest);
      cell.textContent = Math.abs(values[i]) < 1e-12 * largest ? '0' : digits(values[i], 3);
      cell.style.backgroundColor = values[i] < 0 ? `rgb(230 159 0 / ${0.6 * share})` : `rgb(0 114 178 / ${0.6 * share})`;
    });
  }
}
