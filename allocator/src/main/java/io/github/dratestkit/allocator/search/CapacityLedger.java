package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.CapacityDemand;
import io.github.dratestkit.allocator.inventory.CapacityModel;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.DeviceUse;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the shares chosen so far take of each device, on top of what earlier allocations took. Only
 * shareable devices are booked here; for the others a capacity request is a lower bound.
 */
final class CapacityLedger {

  /** The capacities of one device. */
  private static final class Account {
    private final BigDecimal[] left;
    private final BigDecimal[] booked;
    private int shares;

    Account(CompiledDevice device, DeviceUse use) {
      Map<String, CapacityModel> capacities = device.capacities();
      this.left = new BigDecimal[capacities.size()];
      this.booked = new BigDecimal[capacities.size()];
      int i = 0;
      for (Map.Entry<String, CapacityModel> capacity : capacities.entrySet()) {
        Quantity consumed = use.consumed(capacity.getKey());
        BigDecimal total = capacity.getValue().total().toBigDecimal();
        left[i] = consumed == null ? total : total.subtract(consumed.toBigDecimal());
        booked[i] = BigDecimal.ZERO;
        i++;
      }
    }
  }

  private final Candidates candidates;
  private final @Nullable Account[] accounts;

  CapacityLedger(Candidates candidates) {
    this.candidates = candidates;
    this.accounts = new Account[candidates.size()];
  }

  /** Says whether a device that nothing is allocated of offers the amounts. */
  static boolean fitsEmpty(CapacityDemand.@Nullable Amounts demand, CompiledDevice device) {
    if (demand == null) {
      return false;
    }
    for (Map.Entry<String, CapacityModel> capacity : device.capacities().entrySet()) {
      Quantity amount = demand.amounts().get(capacity.getKey());
      if (amount != null && amount.compareTo(capacity.getValue().total()) > 0) {
        return false;
      }
    }
    return true;
  }

  /** Says whether enough is left for the amounts. */
  boolean fits(CapacityDemand.@Nullable Amounts demand, int candidate) {
    if (demand == null) {
      return false;
    }
    Account account = account(candidate);
    int i = 0;
    for (BigDecimal amount : demand.numbers()) {
      if (account.booked[i].add(amount).compareTo(account.left[i]) > 0) {
        return false;
      }
      i++;
    }
    return true;
  }

  /** Says whether the amounts would be left if nothing else were chosen. */
  boolean couldFit(CapacityDemand.@Nullable Amounts demand, int candidate) {
    if (demand == null) {
      return false;
    }
    Account account = account(candidate);
    int i = 0;
    for (BigDecimal amount : demand.numbers()) {
      if (amount.compareTo(account.left[i]) > 0) {
        return false;
      }
      i++;
    }
    return true;
  }

  /** Returns what is left of each capacity, in the order of the device's capacities. */
  BigDecimal[] left(int candidate) {
    Account account = account(candidate);
    BigDecimal[] left = new BigDecimal[account.left.length];
    for (int i = 0; i < left.length; i++) {
      left[i] = account.left[i].subtract(account.booked[i]);
    }
    return left;
  }

  /** Returns what the shares chosen so far take of each capacity. */
  BigDecimal[] booked(int candidate) {
    return account(candidate).booked;
  }

  void book(CapacityDemand.Amounts demand, int candidate) {
    Account account = account(candidate);
    int i = 0;
    for (BigDecimal amount : demand.numbers()) {
      account.booked[i] = account.booked[i].add(amount);
      i++;
    }
    account.shares++;
  }

  void unbook(CapacityDemand.Amounts demand, int candidate) {
    Account account = account(candidate);
    int i = 0;
    for (BigDecimal amount : demand.numbers()) {
      account.booked[i] = account.booked[i].subtract(amount);
      i++;
    }
    account.shares--;
  }

  /** Says whether a share of the device was allocated earlier or is chosen now. */
  boolean isShared(int candidate) {
    Account account = accounts[candidate];
    return (account != null && account.shares > 0) || candidates.use(candidate).isShared();
  }

  private Account account(int candidate) {
    Account account = accounts[candidate];
    if (account == null) {
      account = new Account(candidates.device(candidate), candidates.use(candidate));
      accounts[candidate] = account;
    }
    return account;
  }
}
